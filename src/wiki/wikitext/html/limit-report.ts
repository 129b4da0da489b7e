// The parser limit report, for template authors.

import { limits, type ScriptUse } from '../state/limits.ts'
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
  const { scripts } = usage
  const scriptUses: LimitUse[] = scripts === null ? [] : usesOfScripts(scripts)
  return [
    use('ppvisitednodes', 'Preprocessor visited node count', usage.nodes, limits.nodes),
    use('postexpandincludesize', 'Post‐expand include size', usage.includedBytes, limits.includeBytes, ' bytes'),
    use('templateargumentsize', 'Template argument size', usage.argumentBytes, limits.includeBytes, ' bytes'),
    use('expensivefunctioncount', 'Expensive parser function count', usage.expensive, limits.expensiveFunctions),
    ...scriptUses,
  ]
}

const MEGABYTE = 1024 * 1024

const usesOfScripts = ({ milliseconds, bytes, limits: { seconds, megabytes } }: ScriptUse): LimitUse[] => [
  {
    key: 'scribunto-limitreport-timeusage',
    label: 'Lua time usage',
    used: Math.round(milliseconds) / 1000,
    limit: seconds,
    unit: ' seconds',
  },
  {
    key: 'scribunto-limitreport-memusage',
    label: 'Lua memory usage',
    used: bytes,
    limit: megabytes * MEGABYTE,
    unit: ' bytes',
  },
]

export function limitReportComment(rendering: Rendering): string {
  const lines = limitUses(rendering).map(({ label, used, limit, unit }) => `${label}: ${used}/${limit}${unit}`)
  return `\n<!-- \nNewPP limit report\n${lines.join('\n')}\n-->\n`
}
