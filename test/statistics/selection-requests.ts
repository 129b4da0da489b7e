// Changes to strings that a user selected on a page: search and replace, and actions on ticked rows.
import { Permissions } from '#translation/catalogue/permissions.ts'
import { replacerOf } from '#translation/catalogue/replace-text.ts'
import {
  acceptingSuggestion,
  deleting,
  labelling,
  replacing,
  savingMachine,
  settingState,
  undoing,
} from '#translation/catalogue/selected-actions.ts'
import { changeSelected, type SelectedAction } from '#translation/catalogue/selected-units.ts'
import { versionOf } from '#translation/catalogue/unit-version.ts'
import type { Request } from './operation.ts'
import type { World } from './world.ts'

const EVERYTHING = new Permissions(true, [])
const MOST_SELECTED = 6

/** Selects strings of any component and language, some of them in a version that is outdated by now. */
const onSelected =
  (actionFor: (world: World, ids: readonly number[]) => SelectedAction, onlyManaged = false): Request =>
  async world => {
    const { store, random, api, account } = world
    const units = await store.read
      .selectFrom('unit')
      .selectAll('unit')
      .$if(onlyManaged, query =>
        query
          .innerJoin('translation', 'translation.id', 'unit.translation_id')
          .innerJoin('component', 'component.id', 'translation.component_id')
          .where('is_source', '=', 1)
          .where('manage_units', '=', 1),
      )
      .orderBy('unit.id')
      .execute()
    if (units.length === 0) return false
    const chosen = Array.from({ length: 1 + random.below(MOST_SELECTED) }, () => random.pick(units))
    const selected = chosen.map(unit => ({ id: unit.id, version: random.chance(0.05) ? 'outdated' : versionOf(unit) }))
    const ids = selected.map(each => each.id)
    const results = await changeSelected(api.services, account, EVERYTHING, selected, actionFor(world, ids))
    return results.some(each => each.skip === null)
  }

const REPLACEMENTS = [
  { find: 'e', replacement: 'é', isPattern: false, ignoresCase: false },
  { find: 'TEXT', replacement: 'Slovo', isPattern: false, ignoresCase: true },
  { find: '(\\w+)$', replacement: '$1 …', isPattern: true, ignoresCase: false },
  { find: '.+', replacement: '', isPattern: true, ignoresCase: false },
]

/** Translations with too many or too few forms are rejected. */
const MACHINE_TEXTS = [['Strojový překlad'], ['%d překlad', '%d překlady']]

const machine = ({ random }: World, ids: readonly number[]) =>
  savingMachine(EVERYTHING, new Map(random.some(ids).map(id => [id, random.pick(MACHINE_TEXTS)])))

const label = ({ random }: World) => labelling(EVERYTHING, `label ${random.below(5)}`, random.chance(0.6))

export const selectionRequests: Record<string, [request: Request, weight: number]> = {
  'replace text': [onSelected(({ random }) => replacing(EVERYTHING, replacerOf(random.pick(REPLACEMENTS)))), 2],
  'set the state of strings': [onSelected(({ random }) => settingState(EVERYTHING, random.pick([10, 20, 30]))), 2],
  'accept suggestions of strings': [onSelected(() => acceptingSuggestion(EVERYTHING)), 5],
  'translate strings by machine': [onSelected(machine), 5],
  'label strings': [onSelected(label), 1],
  'undo changes of strings': [onSelected(({ account }) => undoing(EVERYTHING, account)), 1],
  'delete strings': [onSelected(() => deleting(EVERYTHING), true), 0.5],
}
