import { nullable, readOnly, shape } from '#fields/field.ts'
import { dateTime, integer, list, text, webAddress } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { splitForms } from '../../catalogue/forms.ts'
import type { SuggestionRow } from '../../catalogue/suggestions.ts'
import type { Call } from '../call.ts'

export const Suggestion = shape('Suggestion', 'A suggested translation.', {
  id: readOnly(integer()),
  unit: readOnly(webAddress()),
  target: list(text({ blank: true, verbatim: true })),
  user: readOnly(nullable(webAddress())),
  timestamp: readOnly(dateTime()),
  num_votes: readOnly(integer()),
  votes: readOnly(integer()),
  url: readOnly(webAddress()),
})

export async function suggestionObjects(
  call: Call<unknown, unknown>,
  rows: readonly SuggestionRow[],
): Promise<unknown[]> {
  const { db, addresses } = call
  const user = await call.userAddresses(rows.map(row => row.account_id))
  const votes = await db
    .selectFrom('suggestion_vote')
    .select(['suggestion_id', eb => eb.fn.sum<number>('value').as('sum')])
    .where('suggestion_id', 'in', [-1, ...rows.map(row => row.id)])
    .groupBy('suggestion_id')
    .execute()
  const sum = new Map(votes.map(each => [each.suggestion_id, each.sum]))
  return rows.map(row => ({
    id: row.id,
    unit: addresses.api('units', row.unit_id),
    target: splitForms(row.target),
    user: user.get(row.account_id) ?? null,
    timestamp: isoMicroseconds(row.created_at),
    num_votes: sum.get(row.id) ?? 0,
    votes: sum.get(row.id) ?? 0,
    url: addresses.api('suggestions', row.id),
  }))
}
