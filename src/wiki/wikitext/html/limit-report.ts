// The parser limit report, for template authors.

import { limits } from '../state/limits.ts'
import type { Rendering } from './rendering/rendering.ts'

export interface LimitUse {
  /** Message key of the label. */
  readonly key: string
  readonly label: string
  readonly used: number
  readonly limit: number
  readonly unit: string
}

export function limitUses({ state: { usage } }: Rendering): LimitUse[] {
  const use = (name: string, label: string, used: number, limit: number, unit = ''): LimitUse => ({
    key: `limitreport-${name}`,
    label,
    used,
    limit,
    unit,
  })
  return [
    use('ppvisitednodes', 'Preprocessor visited node count', usage.nodes, limits.nodes),
    use('postexpandincludesize', 'Post‐expand include size', usage.includedBytes, limits.includeBytes, ' bytes'),
    use('templateargumentsize', 'Template argument size', usage.argumentBytes, limits.includeBytes, ' bytes'),
    use('expensivefunctioncount', 'Expensive parser function count', usage.expensive, limits.expensiveFunctions),
  ]
}

export function limitReportComment(rendering: Rendering): string {
  const lines = limitUses(rendering).map(({ label, used, limit, unit }) => `${label}: ${used}/${limit}${unit}`)
  return `\n<!-- \nNewPP limit report\n${lines.join('\n')}\n-->\n`
}
