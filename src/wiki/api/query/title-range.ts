import { afterPrefix, compareBytes } from '#store/keyset.ts'
import type { Comparison } from '#store/statement.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { titleInNamespace } from '../../site/titles.ts'
import type { QueryRun } from './query-run.ts'
import { lowAndHigh } from './range.ts'

/**
 * Title range from `from`, `to`, `prefix` and `dir`, shared by the all* lists. A continued list omits the start: it is
 * already passed, and the extra condition would keep SQLite from seeking to the right row.
 */
export function titleRange(q: QueryRun, column: string, range: NamedRange): Comparison[] {
  const keyOf = (text: string | undefined) => (text === undefined ? undefined : titleKey(q, range.ns, text))
  const [start, end] = [keyOf(range.from), keyOf(range.to)]
  const lowest = range.continue === undefined ? start : undefined
  const [low, high] = lowAndHigh(range.dir ?? 'ascending', lowest, end)
  const prefix = keyOf(range.prefix || undefined)
  const isTighter = prefix !== undefined && (low === undefined || compareBytes(prefix, low) > 0)
  return [
    [column, '>=', isTighter ? prefix : low],
    [column, '<=', high],
    [column, '<', prefix === undefined ? undefined : (afterPrefix(prefix) ?? undefined)],
  ]
}

interface NamedRange {
  readonly ns: number
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly prefix?: string | undefined
  readonly continue: string | undefined
  readonly dir?: string
}

/**
 * Database key of a title prefix. Unlike a full title it may end in a space, so a letter is appended while it is
 * normalized.
 */
export function titleKey(q: QueryRun, ns: number, text: string): string {
  if (text === '') return ''
  const title = titleInNamespace(q.site, ns, `${text}x`)
  if (title?.fragment !== '' || title.interwiki !== '' || title.ns !== ns)
    fail('apierror-invalidtitle', [escapeWikitext(text)])
  return title.dbkey.slice(0, -1)
}
