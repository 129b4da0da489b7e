import type { Reader } from '#store/store.ts'
import { UNIT_STATES } from '../values/unit-states.ts'
import { ACTION } from './change-actions.ts'
import { editUnit, formsOf } from './edit-units.ts'
import type { ExportedTranslation } from './export-file.ts'
import { splitForms } from './forms.ts'
import { isTurnedOff, MEMORY } from './machinery.ts'
import { type MemoryPlace, recall } from './memory.ts'
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
  /** `others`: the same string elsewhere; `mt`: the translation memory, and services. */
  source: 'others' | 'mt'
  /** Only from this component, with `others`. */
  component: number | null
  /** Least likeness in percent, with `mt`. */
  threshold: number
  /** With `mt`: whether the memory is asked, and what services have made of strings that it does not know. */
  memory?: boolean
  machine?: ReadonlyMap<number, readonly string[]>
}

const AT_ONCE = 10_000

/** Strings that stand translated elsewhere may say nothing, and what is mended may come to nothing. */
const isEmpty = (form: string): boolean => form.trim() === ''

/** What is not translated yet, in the order of the file. */
export const unfinishedIn = (db: Reader, translation: TranslationRow): Promise<UnitRow[]> =>
  db
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', translation.id)
    .where('state', '<', UNIT_STATES.translated)
    .orderBy('position')
    .limit(AT_ONCE)
    .execute()

/** Fills what is not translated yet from what is known in `projects`, and says how many strings it could. */
export async function autoTranslate(
  work: Work,
  place: ExportedTranslation,
  wish: AutoTranslation,
  projects: readonly number[],
  keep: (unit: UnitRow) => boolean,
): Promise<number> {
  const { translation } = place
  const isRemembered = wish.memory !== false && !isTurnedOff(place.project, MEMORY)
  const memory: MemoryPlace = {
    sourceLanguage: place.sourceLanguage.id,
    targetLanguage: place.language.id,
    projects: [...projects],
  }
  let done = 0
  for (const unit of await unfinishedIn(work.tx, translation)) {
    if (!keep(unit)) continue
    const target =
      wish.source === 'others'
        ? await elsewhere(work, place, unit, memory.projects, wish.component)
        : ((isRemembered ? await remembered(work.tx, unit, memory, wish.threshold) : null) ??
          wish.machine?.get(unit.id) ??
          null)
    if (target === null || target.length !== formsOf(unit, translation) || target.every(isEmpty)) continue
    if ((await whyNotIn(work, translation.component_id, target)) !== null) continue
    if (wish.mode === 'suggest') {
      if (!(await suggest(work, translation, unit, target))?.isNew) continue
    } else
      await editUnit(work, translation, unit, {
        target,
        state: wish.mode === 'fuzzy' ? UNIT_STATES.needsEditing : UNIT_STATES.translated,
        action: ACTION.automatic,
        automatic: true,
      })
    done++
  }
  return done
}

/** What the memory has for a string; it keeps none with plurals. */
export async function remembered(
  db: Reader,
  unit: UnitRow,
  memory: MemoryPlace,
  threshold: number,
): Promise<string[] | null> {
  const found = unit.source.includes('\u001e') ? null : await recall(db, unit.source, memory, threshold)
  return found && [found.row.target]
}

/** The newest finished translation of the same string into the same language in another visible component. */
async function elsewhere(
  work: Work,
  { translation }: ExportedTranslation,
  unit: UnitRow,
  projects: readonly number[],
  component: number | null,
): Promise<string[] | null> {
  const row = await work.tx
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
  // What is read-only counts as finished, even when it is empty.
  return forms.some(form => form !== '') ? forms : null
}
