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
import { insertTranslation, translationOf } from '#translation/catalogue/translations.ts'
import { type Work, workWithin } from '#translation/catalogue/work.ts'
import { UNIT_STATES } from '#translation/values/unit-states.ts'
import { type Entries, formsOfSource, hashOf, type Shipped, shippedForms } from './shipped-texts.ts'
import {
  componentById,
  makeComponent,
  noteComponent,
  notedComponent,
  noteHashes,
  requestReview,
  shippedHashes,
  WEB_COMPONENT,
} from './web-component.ts'

type Following = Pick<Services, 'store' | 'clock'>

/**
 * Synchronizes the component with this version's texts: strings are added, changed and removed with the English texts.
 * Shipped translations replace unmodified ones; translations edited on this site stay.
 *
 * Each new language is a transaction of its own, because thousands of strings would keep other writers waiting. The
 * catalogue is shared with them, unless strings are removed. If the server stops in between, the next start adds the
 * rest.
 */
export async function followShipped(services: Following, shipped: Shipped): Promise<void> {
  const missing = await inOneStep(services, work => followExisting(work, shipped))
  if (missing === null) return
  for (const code of missing) await inOneStep(services, work => addLanguage(work, code, shipped.languages.get(code)!()))
  await services.store.transaction(async tx => {
    const noted = await notedComponent(tx)
    if (noted !== null) await noteComponent(tx, { ...noted, stamp: shipped.stamp })
  })
}

const inOneStep = <T>({ store, clock }: Following, step: (work: Work) => Promise<T>): Promise<T> =>
  holding(store, 'shared', held =>
    workWithin(held, { clock }, null, work => {
      // An upgrade is no user's action, so nobody is notified.
      work.tellNobody()
      return step(work)
    }),
  )

/** Updates what the component has. Returns the languages to add; null if there is nothing to do. */
async function followExisting(work: Work, shipped: Shipped): Promise<string[] | null> {
  const noted = await notedComponent(work.tx)
  if (noted?.stamp === shipped.stamp) return null
  const component = noted && (await componentById(work.tx, noted.component))
  if (noted !== null && component === null) return null
  const parts = component ? await partsOf(work.tx, component) : await makeComponent(work, WEB_COMPONENT)
  if (parts === null) return null
  if (noted !== null && noted.isReviewed !== true) await requestReview(work, parts.project)
  const fresh = await followSources(work, parts, shipped)
  const missing = await followLanguages(work, parts, shipped, fresh)
  // Not the stamp, as long as languages are missing.
  const stamp = missing.length === 0 ? shipped.stamp : ''
  await noteComponent(work.tx, { component: parts.component.id, stamp, shipped: {}, isReviewed: true })
  return missing
}

const hashesOf = (entries: Entries): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).map(([key, text]) => [key, hash64(text)]))

/** Returns the strings that are new. */
async function followSources(work: Work, parts: ComponentParts, { sources }: Shipped): Promise<UnitRow[]> {
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
  for (const unit of units) {
    const text = sources[unit.context]
    if (text === undefined) await removeStrings(work, source, [unit])
    else await editSource(work, source, 'en', unit, formsOfSource(text), { fromFile: true })
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
  return fresh
}

/** Updates the languages of the component, and returns the codes of shipped languages that it lacks. */
async function followLanguages(
  work: Work,
  { component }: ComponentParts,
  shipped: Shipped,
  fresh: readonly UnitRow[],
): Promise<string[]> {
  const rows = await work.tx
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component.id)
    .where('is_source', '=', 0)
    .execute()
  const left = new Map(rows.map(row => [row.language_id, row]))
  const missing: string[] = []
  for (const [code, read] of shipped.languages) {
    const language = await languageForFile(work.tx, code)
    if (language === null) continue
    const translation = left.get(language.id)
    left.delete(language.id)
    if (translation === undefined) {
      missing.push(code)
      continue
    }
    const entries = read()
    const texts = textsOf(entries, language)
    await add(work, translation, fresh, texts)
    await update(work, translation, language, texts, await shippedHashes(work.tx, code), entries)
    await noteHashes(work.tx, code, hashesOf(entries))
  }
  // Languages started on this site get the new strings too.
  for (const translation of left.values()) await add(work, translation, fresh, () => null)
  return missing
}

/** Adds a shipped language, unless someone deleted the component or started the language meanwhile. */
async function addLanguage(work: Work, code: string, entries: Entries): Promise<void> {
  const noted = await notedComponent(work.tx)
  const component = noted && (await componentById(work.tx, noted.component))
  const language = await languageForFile(work.tx, code)
  if (component === null || language === null) return
  if ((await translationOf(work.tx, component.id, language.id)) !== null) return
  const begun = await insertTranslation(work, component, language, false, code)
  work.record(ACTION.languageAdded, placeOf(begun), { details: { language: language.code } })
  const strings = await work.tx
    .selectFrom('unit')
    .innerJoin('translation', 'translation.id', 'unit.translation_id')
    .selectAll('unit')
    .where('translation.component_id', '=', component.id)
    .where('translation.is_source', '=', 1)
    .orderBy('unit.position')
    .execute()
  await add(work, begun, strings, textsOf(entries, language))
  await noteHashes(work.tx, code, hashesOf(entries))
}

const textsOf = (entries: Entries, language: LanguageRow) => (unit: UnitRow) =>
  shippedForms(entries, unit.context, unit.source.includes('\u001e'), language)

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
  before: Entries,
  entries: Entries,
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

const keysOf = ({ context, source }: UnitRow, entries: Entries): string[] =>
  source.includes('\u001e') ? Object.keys(entries).filter(key => key.startsWith(`${context}_`)) : [context]

const hasChanged = (unit: UnitRow, before: Entries, entries: Entries) =>
  keysOf(unit, entries).some(key => before[key] !== hash64(entries[key] ?? ''))

/** Whether the translation is still the shipped one. */
function isAsShipped(unit: UnitRow, language: LanguageRow, before: Entries): boolean {
  if (unit.target === '' || unit.target.replaceAll('\u001e', '') === '') return true
  const forms = unit.target.split('\u001e\u001e')
  const isPlural = unit.source.includes('\u001e')
  const old = shippedForms(before, unit.context, isPlural, language)
  return old !== null && hashOf(old) === hashOf(forms.map(form => hash64(form)))
}
