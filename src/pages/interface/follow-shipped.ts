import type { Services } from '#core/services.ts'
import { ACTION } from '#translation/catalogue/change-actions.ts'
import { type ComponentParts, partsOf } from '#translation/catalogue/components.ts'
import { UnitEdits } from '#translation/catalogue/edit-units.ts'
import { hash64, joinForms } from '#translation/catalogue/forms.ts'
import { holding } from '#translation/catalogue/holding.ts'
import { removeStrings } from '#translation/catalogue/import-file.ts'
import { insertUnits, sourceUnitValues, translatedUnitValues } from '#translation/catalogue/insert-units.ts'
import { type LanguageRow, languageForFile } from '#translation/catalogue/languages.ts'
import { placeOf, type TranslationRow, type UnitRow } from '#translation/catalogue/rows.ts'
import { editSource } from '#translation/catalogue/source-edit.ts'
import { insertTranslation } from '#translation/catalogue/translations.ts'
import { type Work, workWithin } from '#translation/catalogue/work.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'
import { formsOfSource, hashOf, type Shipped, shippedForms, stampOf } from './shipped-texts.ts'
import {
  componentById,
  makeComponent,
  type NotedComponent,
  noteComponent,
  notedComponent,
  WEB_COMPONENT,
} from './web-component.ts'

/**
 * Synchronizes the component with this version's texts: strings are added, changed and removed with the English texts.
 * Shipped translations replace unmodified ones; translations edited on this site stay.
 */
export async function followShipped(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  shipped: Shipped,
): Promise<void> {
  await holding(store, 'alone', held =>
    workWithin(held, { clock }, null, async work => {
      const noted = await notedComponent(work.tx)
      if (noted?.stamp === stampOf(shipped)) return
      const component = noted && (await componentById(work.tx, noted.component))
      if (noted !== null && component === null) return
      const parts = component ? await partsOf(work.tx, component) : await makeComponent(work, WEB_COMPONENT)
      if (parts === null) return
      // An upgrade is no user's action, so nobody is notified.
      work.tellNobody()
      const strings = await followSources(work, parts, shipped)
      await followLanguages(work, parts, shipped, strings, noted)
      const hashes = Object.entries(shipped.languages).map(([code, entries]) => [code, hashesOf(entries)] as const)
      await noteComponent(work.tx, {
        component: parts.component.id,
        stamp: stampOf(shipped),
        shipped: Object.fromEntries(hashes),
      })
    }),
  )
}

const hashesOf = (entries: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, hash64(text)]))

interface Strings {
  readonly all: readonly UnitRow[]
  readonly fresh: readonly UnitRow[]
}

async function followSources(work: Work, parts: ComponentParts, { sources }: Shipped): Promise<Strings> {
  const { tx } = work
  const source = await tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', parts.component.id)
    .where('is_source', '=', 1)
    .executeTakeFirstOrThrow()
  const units = await tx
    .selectFrom('unit')
    .selectAll()
    .where('translation_id', '=', source.id)
    .orderBy('position')
    .execute()
  const kept: UnitRow[] = []
  for (const unit of units) {
    const text = sources[unit.context]
    if (text === undefined) await removeStrings(work, source, [unit])
    else kept.push(await editSource(work, source, 'en', unit, formsOfSource(text), { fromFile: true }))
  }
  const existing = new Set(units.map(({ context }) => context))
  const last = units.at(-1)?.position ?? 0
  const values = Object.entries(sources)
    .filter(([key]) => !existing.has(key))
    .map(([key, text], i) => {
      const location = `src/html/texts/${key.split('.')[0]}`
      const string = { source: formsOfSource(text), context: key, byKey: true, location, state: UNIT_STATES.translated }
      return sourceUnitValues(string, 'en', last + i + 1)
    })
  const fresh = await insertUnits(work, source, values)
  for (const unit of fresh)
    work.record(ACTION.addedInRepository, { ...placeOf(source), unit_id: unit.id }, { target: unit.source })
  return { all: [...kept, ...fresh], fresh }
}

async function followLanguages(
  work: Work,
  { component }: ComponentParts,
  shipped: Shipped,
  strings: Strings,
  noted: NotedComponent | null,
): Promise<void> {
  const rows = await work.tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component.id)
    .where('is_source', '=', 0)
    .execute()
  const left = new Map(rows.map(row => [row.language_id, row]))
  for (const [code, entries] of Object.entries(shipped.languages)) {
    const language = await languageForFile(work.tx, code)
    if (language === null) continue
    const translation = left.get(language.id)
    left.delete(language.id)
    const texts = (unit: UnitRow) => shippedForms(entries, unit.context, unit.source.includes('\u001e'), language)
    if (translation === undefined) {
      const begun = await insertTranslation(work, component, language, false, code)
      work.record(ACTION.languageAdded, placeOf(begun), { details: { language: language.code } })
      await add(work, begun, strings.all, texts)
    } else {
      await add(work, translation, strings.fresh, texts)
      await update(work, translation, language, texts, noted?.shipped[code] ?? {}, entries)
    }
  }
  // Languages started on this site get the new strings too.
  for (const translation of left.values()) await add(work, translation, strings.fresh, () => null)
}

const add = (
  work: Work,
  translation: TranslationRow,
  units: readonly UnitRow[],
  texts: (unit: UnitRow) => string[] | null,
) =>
  insertUnits(
    work,
    translation,
    units.map(unit => {
      const target = texts(unit)
      return translatedUnitValues(unit, target === null ? {} : { target, state: UNIT_STATES.translated })
    }),
  )

async function update(
  work: Work,
  translation: TranslationRow,
  language: LanguageRow,
  texts: (unit: UnitRow) => string[] | null,
  before: Readonly<Record<string, string>>,
  entries: Readonly<Record<string, string>>,
): Promise<void> {
  const units = await work.tx.selectFrom('unit').selectAll().where('translation_id', '=', translation.id).execute()
  const edits = new UnitEdits(work, translation)
  for (const unit of units) {
    const target = texts(unit)
    if (target === null || joinForms(target) === unit.target || !isAsShipped(unit, language, before)) continue
    if (!hasChanged(unit, before, entries)) continue
    await edits.add(unit, { target, state: UNIT_STATES.translated, action: ACTION.updatedInRepository })
  }
  await edits.write()
}

const keysOf = ({ context, source }: UnitRow, entries: Readonly<Record<string, string>>): string[] =>
  source.includes('\u001e') ? Object.keys(entries).filter(key => key.startsWith(`${context}_`)) : [context]

const hasChanged = (
  unit: UnitRow,
  before: Readonly<Record<string, string>>,
  entries: Readonly<Record<string, string>>,
) => keysOf(unit, entries).some(key => before[key] !== hash64(entries[key] ?? ''))

/** Whether the translation is still the shipped one. */
function isAsShipped(unit: UnitRow, language: LanguageRow, before: Readonly<Record<string, string>>): boolean {
  if (unit.target === '' || unit.target.replaceAll('\u001e', '') === '') return true
  const forms = unit.target.split('\u001e\u001e')
  const isPlural = unit.source.includes('\u001e')
  const old = shippedForms(before, unit.context, isPlural, language)
  return old !== null && hashOf(old) === hashOf(forms.map(form => hash64(form)))
}
