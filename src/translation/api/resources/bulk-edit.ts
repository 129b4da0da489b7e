import { help, optional, readOnly, shape } from '#fields/field.ts'
import { choice, integer, list, text } from '#fields/kinds.ts'
import { invalidField } from '#fields/problem.ts'
import { type BulkEdit, bulkEdit, findsMoreThan } from '../../catalogue/bulk-edit.ts'
import { checkUnitSearch } from '../../catalogue/unit-search.ts'
import { hasReviews } from '../../catalogue/workflows.ts'
import { checkFlagsAreReadable } from '../../declarations/rules.ts'
import type { BulkPayload } from '../../tasks/bulk-task.ts'
import { startTask } from '../../tasks/tasks.ts'
import { UNIT_STATES } from '../../values/unit-states.ts'
import { act, resource } from '../resource.ts'
import { type AnyCall, type FoundTranslation, findTranslation, needTranslation, needUnlocked } from './find.ts'
import { Started, started } from './tasks.ts'
import { explained } from './units.ts'

const Outcome = shape('BulkEditOutcome', 'Result of a bulk edit.', { updated: readOnly(integer()) })

/** Up to this many strings are changed while the caller waits. */
const MAX_SYNCHRONOUS = 200

const STATES = new Map([
  [10, 'Needs editing'],
  [20, 'Translated'],
  [30, 'Approved'],
] as const)

const flags = optional(text({ max: 2000, blank: true }), '')
const labels = help(optional(list(text({ max: 190 }), { max: 100 })), 'Names of project labels.')

async function checkLabels(call: AnyCall, place: FoundTranslation, attr: string, names: readonly string[]) {
  if (names.length === 0) return
  const rows = await call.db.selectFrom('label').select('name').where('project_id', '=', place.project.id).execute()
  const unknown = names.find(name => !rows.some(row => row.name === name))
  if (unknown !== undefined)
    throw invalidField(attr, 'does_not_exist', `The project has no label "${unknown.slice(0, 100)}".`)
}

/** Only reviewers may approve strings or change approved ones. */
async function checkState(call: AnyCall, place: FoundTranslation, state: number | undefined): Promise<boolean> {
  const permissions = await call.permissions()
  const reviews = hasReviews(place) && permissions.inPlace(place, 'unit.review')
  if (state === undefined) return reviews
  if (place.translation.is_source === 1)
    throw invalidField('state', 'invalid', 'The state of source strings cannot be set.')
  await needTranslation(call, place, 'unit.edit')
  if (state === UNIT_STATES.approved && !reviews)
    throw invalidField(
      'state',
      'invalid',
      'To approve strings, the project must use reviews and you need permission to review.',
    )
  return reviews
}

export const bulkEdits = resource({
  path: '/translations/:project/:component/:language/bulk-edit/',
  name: 'Bulk edit',
  description:
    'Sets the state, flags and labels of all strings in a translation that match a search. Flags and labels apply to the source strings. Untranslated and read-only strings keep their state. Not part of the Weblate API.',
  operations: {
    POST: act({
      summary: 'Bulk edit strings',
      body: {
        q: help(text({ max: 1000 }), 'Search query, for example state:translated or label:old.'),
        state: optional(choice(STATES)),
        add_flags: flags,
        remove_flags: flags,
        add_labels: labels,
        remove_labels: labels,
      },
      answer: Outcome,
      also: { 202: Started },
      allow: async call => needTranslation(call, await findTranslation(call), 'unit.bulk_edit'),
      handle: call =>
        explained(async () => {
          const place = await findTranslation(call)
          needUnlocked(place)
          const { q, state, add_flags = '', remove_flags = '', add_labels = [], remove_labels = [] } = call.body
          checkUnitSearch(q)
          checkFlagsAreReadable(add_flags, 'add_flags')
          checkFlagsAreReadable(remove_flags, 'remove_flags', 'names')
          await checkLabels(call, place, 'add_labels', add_labels)
          await checkLabels(call, place, 'remove_labels', remove_labels)
          const reviews = await checkState(call, place, state)
          const others = add_flags + remove_flags !== '' || add_labels.length + remove_labels.length > 0
          if (state === undefined && !others)
            throw invalidField('non_field_errors', 'required', 'Nothing to change. Set a state, flags or labels.')
          const edit: BulkEdit = {
            q,
            state: state ?? null,
            addFlags: add_flags,
            removeFlags: remove_flags,
            addLabels: add_labels,
            removeLabels: remove_labels,
            sparesApproved: !reviews,
            reachesSources: others,
          }
          const { translation, component, project } = place
          if (!(await findsMoreThan(call.db, translation.id, q, MAX_SYNCHRONOUS)))
            return { updated: await call.work(piece => bulkEdit(piece, place, edit)) }
          const payload: BulkPayload = { translation: translation.id, wish: edit }
          const task = await startTask(call.tx, call.services, {
            kind: 'bulk-edit',
            payload,
            account: call.accountId(),
            project: project.id,
            component: component.id,
          })
          return started(task, 'The strings are being changed in the background.', call.addresses)
        }),
    }),
  },
})
