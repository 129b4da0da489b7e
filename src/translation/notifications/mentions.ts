import { canonicalName } from '#accounts/account-name.ts'
import type { Reader } from '#store/store.ts'

/** A name may have spaces, so it may go on after the next word; nobody's has more than this. */
const MOST_WORDS = 5
const MOST_MENTIONS = 50

/** What may be a name behind each @, the longest first. An @ inside a word belongs to an address. */
export function possibleNames(text: string): string[][] {
  const found: string[][] = []
  for (const [, rest] of text.matchAll(/(?<![\p{L}\p{N}._-])@(?=([\p{L}\p{N}][^\n@]{0,299}))/gu)) {
    const words = rest!.trimEnd().split(/ +/).slice(0, MOST_WORDS)
    const names = words.map((_, i) => words.slice(0, i + 1).join(' '))
    // "@Anna, look" and "(@Anna)": what ends a sentence is not part of the name, unless there is such a name.
    const all = names.flatMap(name => [name, name.replace(/[\p{P}\p{S}]+$/u, '')])
    found.push([...new Set(all)].filter(name => name !== '' && !name.startsWith(' ')).reverse())
    if (found.length >= MOST_MENTIONS) break
  }
  return found
}

/** The accounts that a text mentions with @Name. */
export async function mentioned(db: Reader, text: string): Promise<Set<number>> {
  const mentions = possibleNames(text).map(names => names.map(canonicalName))
  const names = [...new Set(mentions.flat())]
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('account').select(['id', 'name']).where('name', 'in', names).execute()
  const ids = new Map(rows.map(row => [row.name, row.id]))
  return new Set(mentions.flatMap(candidates => ids.get(candidates.find(name => ids.has(name)) ?? '') ?? []))
}
