import { escapeHtml } from '#html/html.ts'
import type { Contribution } from './contributions.ts'

/** Credits list contributors by language; counts show how much each contributed. */
export const REPORT_KINDS = { credits: 'Credits', counts: 'Contributor statistics' } as const
export type ReportKind = keyof typeof REPORT_KINDS

interface Credit {
  email: string
  full_name: string
  change_count: number
}

/** Contributors by language: `[{"Czech": [{"email": …, "full_name": …, "change_count": …}]}]`. */
export function credits(rows: readonly Contribution[]): Record<string, Credit[]>[] {
  const byLanguage = new Map<string, Credit[]>()
  for (const { language, email, full_name, change_count } of rows) {
    const people = byLanguage.get(language) ?? []
    people.push({ email, full_name, change_count })
    byLanguage.set(language, people)
  }
  return [...byLanguage].map(([language, people]) => ({ [language]: people }))
}

type Count = Omit<Contribution, 'language' | 'username'>

/** One entry per person, across languages. */
function counts(rows: readonly Contribution[]): Count[] {
  const byPerson = new Map<string, Count>()
  for (const { language: _, username, ...row } of rows) {
    const report = byPerson.get(username)
    byPerson.set(
      username,
      report
        ? {
            ...report,
            change_count: report.change_count + row.change_count,
            words: report.words + row.words,
            chars: report.chars + row.chars,
            added: report.added + row.added,
            approved: report.approved + row.approved,
          }
        : row,
    )
  }
  return [...byPerson.values()].sort((a, b) => b.change_count - a.change_count)
}

export const reportData = (kind: ReportKind, rows: readonly Contribution[]): unknown =>
  kind === 'credits' ? credits(rows) : counts(rows)

const COLUMNS = ['Name', 'E-mail', 'Changes', 'Words', 'Characters', 'Added', 'Approved']
const cells = (row: Count): string[] => [
  row.full_name,
  row.email,
  ...[row.change_count, row.words, row.chars, row.added, row.approved].map(String),
]

/** Escapes names for one line of reStructuredText. */
const plain = (text: string): string => text.replace(/[\r\n\t]+/g, ' ').replace(/[\\*`_|]/g, char => `\\${char}`)

/** A report as reStructuredText. */
export function reportRst(kind: ReportKind, data: unknown): string {
  if (kind === 'credits')
    return (data as Record<string, Credit[]>[])
      .flatMap(each => Object.entries(each))
      .map(
        ([language, people]) =>
          `* ${plain(language)}\n\n${people.map(each => `    * ${plain(each.full_name)} <${plain(each.email)}> - ${each.change_count}\n`).join('')}\n`,
      )
      .join('')
  const rows = [COLUMNS, ...(data as Count[]).map(cells)]
  return `.. list-table::\n   :header-rows: 1\n\n${rows.map(row => row.map((cell, i) => `   ${i === 0 ? '* -' : '  -'} ${plain(cell)}\n`).join('')).join('')}`
}

/** A report as an HTML fragment. */
export function reportHtml(kind: ReportKind, data: unknown): string {
  const table = (rows: readonly (readonly string[])[], head: readonly string[]): string =>
    `<table>\n<tr>${head.map(each => `<th>${escapeHtml(each)}</th>`).join('')}</tr>\n${rows.map(row => `<tr>${row.map(cell => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>\n`).join('')}</table>\n`
  if (kind === 'counts') return table((data as Count[]).map(cells), COLUMNS)
  const rows = (data as Record<string, Credit[]>[])
    .flatMap(each => Object.entries(each))
    .flatMap(([language, people]) =>
      people.map(each => [language, each.full_name, each.email, String(each.change_count)]),
    )
  return table(rows, ['Language', 'Name', 'E-mail', 'Changes'])
}
