// Restores or permanently deletes what was set aside, on request or when it expires.

import type { Services } from '#core/services.ts'
import { microseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import { storeFile } from './component-files.ts'
import { targetTranslations } from './component-translations.ts'
import type { ComponentParts } from './components.ts'
import { insertUnits, translatedUnitValues, type UnitValues } from './insert-units.ts'
import type { TranslationRow, UnitRow } from './rows.ts'
import { noteSetAside } from './set-aside-alerts.ts'
import { purgeTranslations } from './set-aside-translations.ts'
import { purgeUnits } from './set-aside-units.ts'
import { addTranslation, translationOf } from './translations.ts'
import { SET_ASIDE_JOB, type Work, work } from './work.ts'

const BATCH = 500

/** What to restore or delete: one language, or everything. */
export interface Extent {
  readonly language: number | null
}

/** Restores strings and languages. The next commit writes them into the files. */
export async function restoreSetAside(piece: Work, parts: ComponentParts, { language }: Extent): Promise<number> {
  const { component, sourceLanguage } = parts
  const source = await translationOf(piece.tx, component.id, sourceLanguage.id)
  let restored = 0
  if (source !== null && (language === null || language === sourceLanguage.id))
    restored += await restoreSources(piece, parts, source)
  const languages = await piece.tx
    .selectFrom('set_aside_translation')
    .select(['id', 'language_id', 'content'])
    .where('component_id', '=', component.id)
    .$if(language !== null, query => query.where('language_id', '=', language!))
    .orderBy('id')
    .execute()
  for (const { language_id, content } of languages)
    restored += await restoreLanguage(piece, parts, language_id, content)
  for (const translation of await targetTranslations(piece.tx, component.id))
    if (language === null || translation.language_id === language)
      restored += await restoreStrings(piece, translation, source)
  await noteSetAside(piece, { project_id: parts.project.id, component_id: component.id })
  return restored
}

async function restoreLanguage(
  piece: Work,
  { component }: ComponentParts,
  language: number,
  content: Buffer | null,
): Promise<number> {
  const row = await piece.tx
    .selectFrom('translation_language')
    .selectAll()
    .where('id', '=', language)
    .executeTakeFirstOrThrow()
  const translation = await addTranslation(piece, component, row)
  if (content !== null) await storeFile(piece, component.id, translation.filename, content)
  return 1
}

/** Restores source strings in every language. */
async function restoreSources(piece: Work, { component }: ComponentParts, source: TranslationRow): Promise<number> {
  let restored = 0
  for await (const rows of asideOf(piece, source.id)) {
    const values = rows.map(({ row }): UnitValues => ({ overrides: '', row }))
    const units = await insertUnits(piece, source, values)
    await piece.tx
      .updateTable('unit')
      .set({ pending: 1 })
      .where(
        'id',
        'in',
        units.map(unit => unit.id),
      )
      .execute()
    await addEverywhere(piece, component.id, units)
    piece.regrouped.add(component.id)
    restored += units.length
  }
  return restored
}

async function addEverywhere(piece: Work, component: number, sources: readonly UnitRow[]): Promise<void> {
  for (const translation of await targetTranslations(piece.tx, component))
    await insertUnits(
      piece,
      translation,
      sources.map(unit => translatedUnitValues(unit, {})),
    )
}

/** Restores strings of one language whose source strings exist. */
async function restoreStrings(
  piece: Work,
  translation: TranslationRow,
  source: TranslationRow | null,
): Promise<number> {
  if (source === null) return 0
  let restored = 0
  for await (const rows of asideOf(piece, translation.id)) {
    const sources = await piece.tx
      .selectFrom('unit')
      .selectAll()
      .where('translation_id', '=', source.id)
      .where(
        'id_hash',
        'in',
        rows.map(({ row }) => row.id_hash),
      )
      .execute()
    restored += (
      await insertUnits(
        piece,
        translation,
        sources.map(unit => translatedUnitValues(unit, {})),
      )
    ).length
  }
  return restored
}

/** Strings of a translation that are set aside, in a form that can be inserted. */
async function* asideOf({ tx }: Work, translation: number) {
  for (let after = 0; ; ) {
    const rows = await tx
      .selectFrom('set_aside_unit')
      .selectAll()
      .where('translation_id', '=', translation)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (rows.length === 0) return
    after = rows.at(-1)!.id
    yield rows.map(row => ({ row: { ...only(row, INSERTED_COLUMNS), state: row.held_state ?? row.state } }))
  }
}

const INSERTED_COLUMNS = [
  ...(['id_hash', 'content_hash', 'context', 'source', 'target', 'note', 'location', 'flags'] as const),
  ...(['explanation', 'position', 'priority', 'num_words', 'num_chars'] as const),
] as const

const only = <Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> =>
  Object.fromEntries(names.map(name => [name, row[name]])) as Pick<Row, Name>

/** Permanently deletes what is set aside. */
export async function purgeSetAside(piece: Work, parts: ComponentParts, { language }: Extent): Promise<void> {
  const { tx } = piece
  const { id } = parts.component
  const whole = await tx
    .selectFrom('set_aside_translation')
    .select('id')
    .where('component_id', '=', id)
    .$if(language !== null, query => query.where('language_id', '=', language!))
    .execute()
  await purgeTranslations(
    tx,
    whole.map(row => row.id),
  )
  const strings = await tx
    .selectFrom('set_aside_unit')
    .innerJoin('translation', 'translation.id', 'set_aside_unit.translation_id')
    .select('set_aside_unit.id')
    .where('set_aside_unit.component_id', '=', id)
    .$if(language !== null, query => query.where('translation.language_id', '=', language!))
    .execute()
  await purgeUnits(
    tx,
    strings.map(row => row.id),
  )
  await noteSetAside(piece, { project_id: parts.project.id, component_id: id })
}

const DAY = 86_400

/** Deletes what has been set aside for longer than the site keeps it, and runs again tomorrow if anything is left. */
export async function purgeExpired(services: Services): Promise<void> {
  const { store, jobs, clock, config } = services
  const before = microseconds(clock) - config.setAsideDays * DAY * 1_000_000
  for (;;) {
    const { languages, strings } = await expired(services, before)
    if (languages.length + strings.length === 0) break
    await work(services, null, async piece => {
      await purgeTranslations(
        piece.tx,
        languages.map(row => row.id),
      )
      await purgeUnits(
        piece.tx,
        strings.map(row => row.id),
      )
      const places = new Map([...languages, ...strings].map(row => [row.component_id, row]))
      for (const { project_id, component_id } of places.values())
        await noteSetAside(piece, { project_id, component_id })
    })
  }
  const left = await store.read.selectFrom('set_aside_unit').select('id').limit(1).executeTakeFirst()
  const languages = await store.read.selectFrom('set_aside_translation').select('id').limit(1).executeTakeFirst()
  if (left !== undefined || languages !== undefined)
    await store.transaction(tx => jobs.enqueue(tx, { kind: SET_ASIDE_JOB, key: '', runAt: seconds(clock) + DAY }))
}

/** A batch of what has been set aside for too long. Strings of a language that is set aside are deleted with it. */
async function expired({ store }: Services, before: number) {
  const languages = await store.read
    .selectFrom('set_aside_translation')
    .select(['id', 'component_id', 'project_id'])
    .where('set_aside_at', '<', before)
    .orderBy('set_aside_at')
    .limit(10)
    .execute()
  const strings = await store.read
    .selectFrom('set_aside_unit')
    .innerJoin('translation', 'translation.id', 'set_aside_unit.translation_id')
    .select(['set_aside_unit.id', 'set_aside_unit.component_id', 'translation.project_id'])
    .where('set_aside_at', '<', before)
    .orderBy('set_aside_at')
    .limit(BATCH)
    .execute()
  return { languages, strings }
}
