// Suggestions, comments and dismissed checks of strings.

import { nullable, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, integer, list, nested, text } from '#fields/kinds.ts'
import { dismissCheck } from '../catalogue/dismiss-check.ts'
import { joinForms } from '../catalogue/forms.ts'
import type { UnitRow } from '../catalogue/rows.ts'
import type { Work } from '../catalogue/work.ts'
import { isTextCheck } from '../checks/check.ts'
import { checks } from '../checks/index.ts'
import { commentText, formsOfString } from '../declarations/parts.ts'
import type { Tally } from '../import-steps/tally.ts'
import { type Importing, isInvalid, parsed, usual } from './context.ts'
import { authorOf } from './people.ts'

const author = usual(nullable(text({ max: 1000 })), null)
const vote = { user: author, value: choice(new Map([-1, 1].map(value => [value, String(value)]))) }

const suggestionFields = {
  target: formsOfString,
  user: author,
  timestamp: dateTime(),
  num_votes: usual(integer(), 0),
  /** Only backups list them. */
  votes: usual(list(nested(shape('SourceVote', 'A vote.', vote))), []),
}

const commentFields = {
  comment: commentText,
  user: author,
  timestamp: dateTime(),
  resolved: usual(boolean(), false),
}

export type Of<F extends Parameters<typeof parsed>[0]> = Exclude<ReturnType<typeof parsed<F>>, { invalid: string }>

/** Suggestions and comments of a string as read. */
export interface ReadParts {
  readonly suggestions: readonly unknown[]
  readonly comments: readonly unknown[]
}

export interface Parts {
  suggestions: Of<typeof suggestionFields>[]
  comments: Of<typeof commentFields>[]
}

/** Valid suggestions and comments, oldest first. */
export const partsOf = ({ suggestions, comments }: ReadParts, place: string, tally: Tally): Parts => ({
  suggestions: valid(suggestions.map(withVotesCounted), suggestionFields, 'suggestions', place, tally).toReversed(),
  comments: valid(comments, commentFields, 'comments', place, tally),
})

/** The API of newer sites calls the number of votes `votes`, which is the list of votes in backups. */
function withVotesCounted(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || !('votes' in row) || typeof row.votes !== 'number') return row
  const { votes, ...others } = row
  return { num_votes: votes, ...others }
}

/** Adds the suggestions and comments that a string here lacks. */
export async function addParts(
  importing: Importing,
  piece: Work,
  unit: UnitRow,
  parts: Parts,
  tally: Tally,
): Promise<void> {
  if (parts.suggestions.length === 0 && parts.comments.length === 0) return
  const { tx } = piece
  const suggested = await tx.selectFrom('suggestion').select('target').where('unit_id', '=', unit.id).execute()
  const texts = new Set([unit.target, ...suggested.map(each => each.target)])
  const said = await tx
    .selectFrom('unit_comment')
    .select(['comment', 'created_at'])
    .where('unit_id', '=', unit.id)
    .execute()
  const suggestions = parts.suggestions.filter(({ target }) => !texts.has(joinForms(target)))
  const comments = parts.comments.filter(
    ({ comment, timestamp }) => !said.some(each => each.comment === comment && each.created_at === timestamp),
  )
  tally.add('suggestions', 'unchanged', parts.suggestions.length - suggestions.length)
  tally.add('comments', 'unchanged', parts.comments.length - comments.length)
  if (suggestions.length === 0 && comments.length === 0) return
  await insertParts(importing, piece, unit.id, { suggestions, comments }, tally)
  const counts = {
    suggestion_count: unit.suggestion_count + suggestions.length,
    comment_count: unit.comment_count + comments.filter(each => !each.resolved).length,
  }
  await tx.updateTable('unit').set(counts).where('id', '=', unit.id).execute()
  piece.counters.add(unit, { ...unit, ...counts })
}

export async function insertParts(
  importing: Importing,
  { tx }: Work,
  unit_id: number,
  { suggestions, comments }: Parts,
  tally: Tally,
): Promise<void> {
  const accountOf = async (address: string | null): Promise<number | null> => {
    const id = await authorOf(importing, tx, address)
    if (id === null && address !== null) tally.note('suggestions or comments whose author has no account here')
    return id
  }
  for (const { target, user, timestamp, num_votes, votes } of suggestions) {
    const values = { unit_id, target: joinForms(target), account_id: await accountOf(user), created_at: timestamp }
    const { id } = await tx.insertInto('suggestion').values(values).returning('id').executeTakeFirstOrThrow()
    tally.add('suggestions', 'created')
    for (const { user, value } of votes) {
      const account_id = await authorOf(importing, tx, user)
      if (account_id === null) tally.note('votes whose author has no account here')
      else
        await tx
          .insertInto('suggestion_vote')
          .values({ suggestion_id: id, account_id, value })
          .onConflict(conflict => conflict.doNothing())
          .execute()
    }
    if (num_votes !== 0 && votes.length === 0) tally.note('suggestions whose votes did not come over')
  }
  for (const { comment, user, timestamp, resolved } of comments) {
    const values = { unit_id, comment, resolved: Number(resolved), account_id: await accountOf(user) }
    await tx
      .insertInto('unit_comment')
      .values({ ...values, created_at: timestamp })
      .execute()
    tally.add('comments', 'created')
  }
}

function valid<F extends typeof suggestionFields | typeof commentFields>(
  rows: readonly unknown[],
  fields: F,
  kind: 'suggestions' | 'comments',
  place: string,
  tally: Tally,
): Of<F>[] {
  return rows.flatMap(row => {
    const value = parsed(fields, row)
    if (!isInvalid(value)) return [value as Of<F>]
    tally.add(kind, { skipped: `${place}: ${value.invalid}` })
    return []
  })
}

/** Checks that compare strings run later, and keep that they were dismissed. */
const COMPARING: ReadonlySet<string> = new Set(
  checks()
    .filter(check => !isTextCheck(check))
    .map(check => check.id),
)

/** Dismisses checks of a new string. */
export async function dismissChecks(piece: Work, unit: UnitRow, names: readonly string[], tally: Tally): Promise<void> {
  let current = unit
  for (const check_id of new Set(names)) {
    const after = await dismissCheck(piece, current, check_id, true)
    const isDismissed = after.failing_checks !== current.failing_checks
    current = after
    if (isDismissed) continue
    if (COMPARING.has(check_id))
      await piece.tx
        .insertInto('check_failure')
        .values({ unit_id: unit.id, check_id, dismissed: 1 })
        .onConflict(conflict => conflict.doNothing())
        .execute()
    else tally.note(`dismissed checks that do not fail here: ${check_id}`)
  }
}
