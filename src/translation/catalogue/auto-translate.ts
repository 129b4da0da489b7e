import type { Reader } from '#store/store.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { editUnit, formsOf } from './edit-units.ts'
import type { ExportedTranslation } from './export-file.ts'
import { splitForms } from './forms.ts'
import { ELSEWHERE, isTurnedOff, MEMORY } from './machinery.ts'
import { type MemoryPlace, memoryReach, recall } from './memory.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { suggest } from './suggestions.ts'
import type { Work } from './work.ts'
import { whyNotIn } from './writable-text.ts'

export const AUTO_MODES = {
  suggest: 'Add as suggestion',
  translate: 'Add as translation',
  fuzzy: 'Add as needing edit',
} as const

interface AutoTranslation {
  mode: keyof typeof AUTO_MODES
  /** `others`: the same string in other components; `mt`: the translation memory and machine translation services. */
  source: 'others' | 'mt'
  /** With `others`: only from this component. */
  component: number | null
  /** With `mt`: minimum similarity in percent. */
  threshold: number
  /** With `mt`: whether to use the memory, and the machine translations of strings it does not have. */
  memory?: boolean
  /** With `mt`: whether to copy the same string from other components. */
  elsewhere?: boolean
  machine?: ReadonlyMap<number, readonly string[]>
}

const MAX_UNITS = 10_000

/** Read-only translations can be empty, and automatic fixes can leave nothing but whitespace. */
const isEmpty = (form: string): boolean => form.trim() === ''

/** Unfinished strings, in file order. */
export const unfinishedIn = (db: Reader, translation: TranslationRow): Promise<UnitRow[]> =>
  db
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', translation.id)
    .where('state', '<', UNIT_STATES.translated)
    .orderBy('position')
    .limit(MAX_UNITS)
    .execute()

/** Translates unfinished strings from the content of `projects` and returns how many. */
export async function autoTranslate(
  work: Work,
  place: ExportedTranslation,
  options: AutoTranslation,
  projects: readonly number[],
  keep: (unit: UnitRow) => boolean,
): Promise<number> {
  const { translation } = place
  const isRemembered = options.memory !== false && !isTurnedOff(place.project, MEMORY)
  const memory: MemoryPlace = {
    sourceLanguage: place.sourceLanguage.id,
    targetLanguage: place.language.id,
    ...memoryReach(place.project, work.account),
  }
  const isCopied = options.elsewhere === true && !isTurnedOff(place.project, ELSEWHERE)
  let done = 0
  for (const unit of await unfinishedIn(work.tx, translation)) {
    if (!keep(unit)) continue
    const target =
      options.source === 'others'
        ? await elsewhere(work.tx, place.translation, unit, projects, options.component)
        : ((isCopied ? await elsewhere(work.tx, place.translation, unit, projects, null) : null) ??
          (isRemembered ? await remembered(work.tx, unit, memory, options.threshold) : null) ??
          options.machine?.get(unit.id) ??
          null)
    if (target === null || target.length !== formsOf(unit, translation) || target.every(isEmpty)) continue
    if ((await whyNotIn(work, translation.component_id, target)) !== null) continue
    if (options.mode === 'suggest') {
      if (!(await suggest(work, translation, unit, target))?.isNew) continue
    } else
      await editUnit(work, translation, unit, {
        target,
        state: options.mode === 'fuzzy' ? UNIT_STATES.needsEditing : UNIT_STATES.translated,
        action: ACTION.automatic,
        automatic: true,
      })
    done++
  }
  return done
}

/** The memory's translation of a string; plural strings are not stored. */
export async function remembered(
  db: Reader,
  unit: UnitRow,
  memory: MemoryPlace,
  threshold: number,
): Promise<string[] | null> {
  const match = unit.source.includes('\u001e') ? null : await recall(db, unit.source, memory, threshold)
  return match && [match.row.target]
}

/** The newest finished translation of the same string into the same language in another visible component. */
export async function elsewhere(
  db: Reader,
  translation: TranslationRow,
  unit: UnitRow,
  projects: readonly number[],
  component: number | null,
): Promise<string[] | null> {
  const row = await db
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .innerJoin('component', 'component.id', 'translation.component_id')
    .select('unit.target')
    .where('unit.content_hash', '=', unit.content_hash)
    .where('unit.state', '>=', UNIT_STATES.translated)
    .where('translation.language_id', '=', translation.language_id)
    .where('translation.plural_formula', '=', translation.plural_formula)
    .where('translation.id', '<>', translation.id)
    .where('translation.project_id', 'in', [-1, ...projects])
    .where('component.restricted', '=', 0)
    .$if(component !== null, query => query.where('translation.component_id', '=', component!))
    .orderBy('unit.updated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  const forms = row ? splitForms(row.target) : []
  // Read-only strings count as finished even if they are empty.
  return forms.some(form => form !== '') ? forms : null
}
