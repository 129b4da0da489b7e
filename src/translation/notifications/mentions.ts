import { canonicalName } from '#accounts/account-name.ts'
import type { Reader } from '#store/store.ts'

/** Names may contain spaces, so several words are tried, up to this many. */
const MOST_WORDS = 5
const MOST_MENTIONS = 50

/** Candidate names after each @, longest first. An @ inside a word is part of an email address. */
export function possibleNames(text: string): string[][] {
  const mentions: string[][] = []
  for (const [, rest] of text.matchAll(/(?<![\p{L}\p{N}._-])@(?=([\p{L}\p{N}][^\n@]{0,299}))/gu)) {
    const words = rest!.trimEnd().split(/ +/).slice(0, MOST_WORDS)
    const names = words.map((_, i) => words.slice(0, i + 1).join(' '))
    // "@Anna, look" and "(@Anna)": trailing punctuation is tried both as part of the name and without.
    const all = names.flatMap(name => [name, name.replace(/[\p{P}\p{S}]+$/u, '')])
    mentions.push([...new Set(all)].filter(name => name !== '' && !name.startsWith(' ')).reverse())
    if (mentions.length >= MOST_MENTIONS) break
  }
  return mentions
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
