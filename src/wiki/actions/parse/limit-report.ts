import { formatNumber } from '#languages/number-format.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { list, type Row } from '../../api/result/shape.ts'
import type { RenderedText } from '../../content/text-work/orders.ts'
import { escapeHtml } from '../../wikitext/text.ts'

export function limitReportFields(run: ActionRun, rendered: RenderedText, prop: ReadonlySet<string>): Row {
  return {
    ...(prop.has('limitreportdata') && { limitreportdata: list('lr', data(rendered)) }),
    ...(prop.has('limitreporthtml') && { limitreporthtml: table(run.language, rendered) }),
  }
}

const data = ({ limits }: RenderedText): Row[] =>
  limits.map(({ key, used, limit }) => ({ name: key, 0: used, 1: limit }))

function table(language: string, { limits }: RenderedText): string {
  const rows = limits.map(({ words, used, limit }) => {
    const label = escapeHtml(words)
    return `<tr><th>${label}</th><td>${formatNumber(language, used)}/${formatNumber(language, limit)}</td></tr>`
  })
  return (
    '<div class="preview-limit-report-wrapper"><table class="preview-limit-report wikitable">' +
    `<tbody>${rows.join('')}</tbody></table></div>`
  )
}
