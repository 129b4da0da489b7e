import type { Services } from '#core/services.ts'
import { integer } from '#fields/kinds.ts'
import { microseconds } from '#fields/timestamp.ts'
import { ACTION } from '../catalogue/change-actions.ts'
import { removeComment } from '../catalogue/comments.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import type { ComponentParts } from '../catalogue/components.ts'
import type { TranslationRow } from '../catalogue/rows.ts'
import { removeSuggestion } from '../catalogue/suggestions.ts'
import { type Work, work } from '../catalogue/work.ts'
import { addon } from './addon.ts'

const DAY = 86_400_000_000
const settings = { age: integer({ min: 1, max: 36_500 }) }

/** Calls `remove` for each translation and adds up the counts. */
async function removeOld(
  services: Services,
  parts: ComponentParts,
  age: number,
  remove: (piece: Work, translation: TranslationRow, before: number) => Promise<number>,
): Promise<number> {
  const before = microseconds(services.clock) - age * DAY
  let done = 0
  for (const { translation } of await translationsOf(services.store.read, parts))
    done += await work(services, null, piece => remove(piece, translation, before))
  return done
}

export const removeComments = addon({
  name: 'weblate.removal.comments',
  label: 'Stale comment removal',
  description: 'Removes comments older than the given number of days.',
  settings,
  events: ['daily'],
  run: (services, parts, { age }) =>
    removeOld(services, parts, age, async (piece, translation, before) => {
      const old = await piece.tx
        .selectFrom('unit_comment')
        .innerJoin('unit', 'unit.id', 'unit_comment.unit_id')
        .selectAll('unit_comment')
        .where('unit.translation_id', '=', translation.id)
        .where('unit_comment.created_at', '<', before)
        .orderBy('unit_comment.id')
        .execute()
      for (const comment of old) await removeComment(piece, translation, comment)
      return old.length
    }),
})

export const removeSuggestions = addon({
  name: 'weblate.removal.suggestions',
  label: 'Stale suggestion removal',
  description: 'Removes suggestions older than the given number of days.',
  settings,
  events: ['daily'],
  run: (services, parts, { age }) =>
    removeOld(services, parts, age, async (piece, translation, before) => {
      const old = await piece.tx
        .selectFrom('suggestion')
        .innerJoin('unit', 'unit.id', 'suggestion.unit_id')
        .selectAll('suggestion')
        .where('unit.translation_id', '=', translation.id)
        .where('suggestion.created_at', '<', before)
        .orderBy('suggestion.id')
        .execute()
      for (const suggestion of old)
        await removeSuggestion(piece, translation, suggestion, { action: ACTION.suggestionCleanedUp })
      return old.length
    }),
})
