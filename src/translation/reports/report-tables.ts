// Reports as HTML fragments and reStructuredText.

import { escapeHtml } from '#html/html.ts'
import { STATS_COLUMNS } from './contributor-stats.ts'
import { COST_COLUMNS, type CostEstimate, costRows } from './cost-estimate.ts'
import type { CountsData, CreditsData, ReportKind, StatsData } from './reports.ts'

interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

const TABLES: Readonly<Record<Exclude<ReportKind, 'credits'>, (data: unknown) => Table>> = {
  counts: data => ({
    head: ['Name', 'E-mail', 'Changes', 'Words', 'Characters', 'Added', 'Approved'],
    rows: (data as CountsData).map(row => [
      row.full_name,
      row.email,
      ...[row.change_count, row.words, row.chars, row.added, row.approved].map(String),
    ]),
  }),
  contributor_stats: data => ({
    head: [
      ...STATS_COLUMNS.slice(0, 2).map(([title]) => title),
      'Date joined',
      ...STATS_COLUMNS.slice(2).map(([title]) => title),
    ],
    rows: (data as StatsData).map(row => [
      ...STATS_COLUMNS.slice(0, 2).map(([, name]) => String(row[name])),
      row.date_joined ?? '',
      ...STATS_COLUMNS.slice(2).map(([, name]) => String(row[name])),
    ]),
  }),
  cost_estimate: data => ({ head: COST_COLUMNS, rows: costRows(data as CostEstimate) }),
}

/** Escapes names for one line of reStructuredText. */
const plain = (text: string): string => text.replace(/[\r\n\t]+/g, ' ').replace(/[\\*`_|]/g, char => `\\${char}`)

/** A report as reStructuredText. */
export function reportRst(kind: ReportKind, data: unknown): string {
  if (kind === 'credits')
    return (data as CreditsData)
      .flatMap(each => Object.entries(each))
      .map(
        ([language, people]) =>
          `* ${plain(language)}\n\n${people.map(each => `    * ${plain(each.full_name)} <${plain(each.email)}> - ${each.change_count}\n`).join('')}\n`,
      )
      .join('')
  const { head, rows } = TABLES[kind](data)
  const lines = [head, ...rows].map(row =>
    row.map((cell, i) => `   ${i === 0 ? '* -' : '  -'} ${plain(cell)}\n`).join(''),
  )
  return `.. list-table::\n   :header-rows: 1\n\n${lines.join('')}`
}

/** A report as an HTML fragment. */
export function reportHtml(kind: ReportKind, data: unknown): string {
  const { head, rows } =
    kind === 'credits'
      ? {
          head: ['Language', 'Name', 'E-mail', 'Changes'],
          rows: (data as CreditsData)
            .flatMap(each => Object.entries(each))
            .flatMap(([language, people]) =>
              people.map(each => [language, each.full_name, each.email, String(each.change_count)]),
            ),
        }
      : TABLES[kind](data)
  const cells = (row: readonly string[], tag: string) =>
    `<tr>${row.map(cell => `<${tag}>${escapeHtml(cell)}</${tag}>`).join('')}</tr>\n`
  return `<table>\n${cells(head, 'th')}${rows.map(row => cells(row, 'td')).join('')}</table>\n`
}
