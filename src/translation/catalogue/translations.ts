import type { Insertable } from 'kysely'
import type { Reader } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { codeInStyle } from '../values/language-code-style.ts'
import { ACTION } from './change-actions.ts'
import type { ComponentRow } from './components.ts'
import { insertUnits, translatedUnitValues } from './insert-units.ts'
import type { LanguageRow } from './languages.ts'
import { placeOf, type TranslationRow } from './rows.ts'
import { translationBack } from './set-aside-translations.ts'
import { unitsInOrder } from './units-in-portions.ts'
import type { Work } from './work.ts'
import { workflowInEffect } from './workflows.ts'

/** Creates a component with its source language, whose units are the strings that all others translate. */
export async function createComponent(
  work: Work,
  values: Omit<Insertable<Database['component']>, 'id' | 'created_at' | 'path' | 'source_language_id'> & {
    path?: string
  },
  sourceLanguage: LanguageRow,
): Promise<{ component: ComponentRow; source: TranslationRow }> {
  const component = await work.tx
    .insertInto('component')
    .values({ path: values.slug, ...values, source_language_id: sourceLanguage.id, created_at: work.now })
    .returningAll()
    .executeTakeFirstOrThrow()
  work.record(ACTION.componentCreated, { project_id: component.project_id, component_id: component.id })
  const source = await insertTranslation(work, component, sourceLanguage, true)
  return { component, source }
}

const UNIT_BATCH = 500

/** Adds a language to a component, with a unit for each source string. */
export async function addTranslation(
  work: Work,
  component: ComponentRow,
  language: LanguageRow,
): Promise<TranslationRow> {
  // Otherwise the language could miss a string that is being added concurrently.
  work.counters.demandAlone()
  const fileCode = codeInStyle(language.code, component.language_code_style)
  const translation = await insertTranslation(work, component, language, false, fileCode)
  work.record(ACTION.languageAdded, placeOf(translation), { details: { language: language.code } })
  const sources = await work.tx
    .selectFrom('translation')
    .select('id')
    .where('component_id', '=', component.id)
    .where('is_source', '=', 1)
    .execute()
  for (const { id } of sources)
    for await (const units of unitsInOrder(work.tx, id, UNIT_BATCH))
      await insertUnits(
        work,
        translation,
        units.map(unit => translatedUnitValues(unit, {})),
      )
  return translation
}

export async function insertTranslation(
  work: Work,
  component: ComponentRow,
  language: LanguageRow,
  isSource: boolean,
  fileCode = language.code,
): Promise<TranslationRow> {
  const values = {
    language_code: fileCode,
    filename: component.filemask.replace('*', fileCode),
    plural_number: language.plural_number,
    plural_formula: language.plural_formula,
  }
  const restored = isSource ? null : await translationBack(work, component.id, language.id, values)
  if (restored !== null) return restored
  const row = await work.tx
    .insertInto('translation')
    .values({
      project_id: component.project_id,
      component_id: component.id,
      language_id: language.id,
      is_source: isSource ? 1 : 0,
      workflow: workflowInEffect(component.project_id, language.id),
      ...values,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await work.counters.addTranslation(work.tx, row)
  return row
}

export async function translationOf(db: Reader, component: number, language: number): Promise<TranslationRow | null> {
  const row = await db
    .selectFrom('translation')
    .selectAll()
    .where('component_id', '=', component)
    .where('language_id', '=', language)
    .executeTakeFirst()
  return row ?? null
}
