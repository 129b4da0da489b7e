import { usernameOf } from '#accounts/account.ts'
import { nameShows } from '#accounts/hidden-names.ts'
import { type Clock, seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { breathe } from '#store/turn.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { splitForms } from '../catalogue/forms.ts'
import { codePoints, editDistance } from '../catalogue/similarity.ts'
import { countCharacters, countWords } from '../statistics/counting.ts'
import { changesOf, type ReportRange, type ReportScope } from './contributions.ts'

/** What is counted of each change. Source texts are counted by words and characters, targets (`t_`) as well. */
const COUNTED = ['count', 'edits', 'words', 'chars', 't_words', 't_chars'] as const
/** Changes of empty strings, approvals, and all others. */
const GROUPS = ['new', 'approve', 'edit'] as const

type Name = (typeof COUNTED)[number]
type Numbers = Record<Name | `${Name}_${(typeof GROUPS)[number]}`, number>

export interface ContributorStats extends Numbers {
  name: string
  email: string
  /** Null for accounts without a date. */
  date_joined: number | null
}

const AT_ONCE = 500
/** Longer texts are not compared letter by letter: a rewrite counts every letter. */
const LONGEST_COMPARED = 1000

/** Counts what each person changed. `unique`: only the last change of a string in each group counts. */
export async function contributorStats(
  db: Reader,
  scope: ReportScope,
  range: ReportRange,
  { clock, unique }: { clock: Clock; unique: boolean },
): Promise<ContributorStats[]> {
  const people = new Map<number, ContributorStats>()
  const seen = new Set<string>()
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await changesOf(db, scope, range)
      .innerJoin('account', 'account.id', 'translation_change.author_id')
      .innerJoin('translation_language as language', 'language.id', 'translation_change.language_id')
      .innerJoin('unit', 'unit.id', 'translation_change.unit_id')
      .select(['translation_change.id', 'translation_change.action', 'translation_change.old'])
      .select(['translation_change.target', 'translation_change.author_id', 'translation_change.unit_id'])
      .select(['account.email', 'account.real_name', 'account.registered_at', usernameOf.as('username')])
      .select(['language.code', 'unit.num_words', 'unit.num_chars'])
      .$if(range.author === undefined, query => query.where(nameShows(seconds(clock))))
      .where('translation_change.id', '<', before)
      .orderBy('translation_change.id', 'desc')
      .limit(AT_ONCE)
      .execute()
    for (const row of rows) {
      await breathe()
      const group = row.action === ACTION.added ? 'new' : row.action === ACTION.approved ? 'approve' : 'edit'
      const key = `${row.author_id} ${row.unit_id} ${group}`
      if (unique && seen.has(key)) continue
      seen.add(key)
      const person = people.get(row.author_id!) ?? newPerson(row)
      people.set(row.author_id!, person)
      const target = splitForms(row.target)
      const numbers: Record<Name, number> = {
        count: 1,
        edits: edits(row.old, row.target),
        words: row.num_words,
        chars: row.num_chars,
        t_words: countWords(target, row.code),
        t_chars: countCharacters(target),
      }
      for (const name of COUNTED) {
        person[name] += numbers[name]
        person[`${name}_${group}`] += numbers[name]
      }
    }
    if (rows.length < AT_ONCE) return [...people.values()]
    before = rows.at(-1)!.id
  }
}

const ZEROS = Object.fromEntries(
  COUNTED.flatMap(name => [[name, 0], ...GROUPS.map(group => [`${name}_${group}`, 0])]),
) as Numbers

const newPerson = (row: {
  username: string
  real_name: string
  email: string
  registered_at: number | null
}): ContributorStats => ({
  name: row.real_name || row.username,
  email: row.email,
  date_joined: row.registered_at,
  ...ZEROS,
})

function edits(old: string, target: string): number {
  const [before, after] = [codePoints(old), codePoints(target)]
  const longest = Math.max(before.length, after.length)
  return longest > LONGEST_COMPARED ? longest : editDistance(before, after)
}

/** Column titles of a table, with the member of each. */
export const STATS_COLUMNS: readonly (readonly [string, keyof ContributorStats])[] = [
  ['Name', 'name'],
  ['Email', 'email'],
  ...(
    [
      ['', 'total'],
      ['_new', 'new'],
      ['_approve', 'approved'],
      ['_edit', 'edited'],
    ] as const
  ).flatMap(([suffix, word]) =>
    (
      [
        ['Count', 'count'],
        ['Edits', 'edits'],
        ['Source words', 'words'],
        ['Source characters', 'chars'],
        ['Target words', 't_words'],
        ['Target characters', 't_chars'],
      ] as const
    ).map(([title, name]) => [`${title} ${word}`, `${name}${suffix}`] as const),
  ),
]
