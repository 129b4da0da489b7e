import { help, optional } from '#fields/field.ts'
import { choice, list, text } from '#fields/kinds.ts'
import { bulkEdit } from '../catalogue/bulk-edit.ts'
import { translationsOf } from '../catalogue/component-translations.ts'
import { work } from '../catalogue/work.ts'
import { addon } from './addon.ts'

const STATES = new Map([
  [-1, 'Do not change'],
  [10, 'Needs editing'],
  [20, 'Translated'],
  [30, 'Approved'],
] as const)

const flags = optional(text({ max: 2000, blank: true }), '')
const labels = help(optional(list(text({ max: 190 }), { max: 100 })), 'Names of project labels.')

export const bulk = addon({
  name: 'weblate.flags.bulk',
  label: 'Bulk edit',
  description: 'Sets the state, flags and labels of all strings that match a search.',
  events: ['component-update', 'daily'],
  settings: {
    q: text({ max: 1000 }),
    state: optional(choice(STATES), -1),
    add_flags: flags,
    remove_flags: flags,
    add_labels: labels,
    remove_labels: labels,
  },
  run: async (services, parts, settings) => {
    let done = 0
    for (const place of await translationsOf(services.store.read, parts))
      done += await work(services, null, piece =>
        bulkEdit(piece, place, {
          q: settings.q,
          state: settings.state === undefined || settings.state === -1 ? null : settings.state,
          addFlags: settings.add_flags ?? '',
          removeFlags: settings.remove_flags ?? '',
          addLabels: settings.add_labels ?? [],
          removeLabels: settings.remove_labels ?? [],
        }),
      )
    return done
  },
})
