import { formatNumber } from '#languages/number-format.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { list, type Row } from '../../api/result/shape.ts'
import { limitUses } from '../../wikitext/html/limit-report.ts'
import type { Rendering } from '../../wikitext/html/rendering.ts'
import { escapeHtml } from '../../wikitext/text.ts'

export function limitReportFields(run: ActionRun, rendering: Rendering, prop: ReadonlySet<string>): Row {
  return {
    ...(prop.has('limitreportdata') && { limitreportdata: list('lr', data(rendering)) }),
    ...(prop.has('limitreporthtml') && { limitreporthtml: table(run.language, rendering) }),
  }
}

const data = (rendering: Rendering): Row[] =>
  limitUses(rendering).map(({ key, used, limit }) => ({ name: key, 0: used, 1: limit }))

function table(language: string, rendering: Rendering): string {
  const rows = limitUses(rendering).map(({ key, used, limit }) => {
    const label = escapeHtml(rendering.reader.message(key))
    return `<tr><th>${label}</th><td>${formatNumber(language, used)}/${formatNumber(language, limit)}</td></tr>`
  })
  return (
    '<div class="preview-limit-report-wrapper"><table class="preview-limit-report wikitable">' +
    `<tbody>${rows.join('')}</tbody></table></div>`
  )
}
