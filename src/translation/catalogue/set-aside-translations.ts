// Languages whose file left the repository. Their strings and history are set aside until the language returns.

import { sql } from 'kysely'
import { ROWS_AT_ONCE } from '#store/remove-many.ts'
import type { Writer } from '#store/store.ts'
import { recountRecent } from '../statistics/recent-changes.ts'
import { ACTION } from './change-actions.ts'
import { placeOf, type TranslationRow } from './rows.ts'
import { moveAside, purgeUnits, setAsideIds } from './set-aside-units.ts'
import { unitsInPortions } from './units-in-portions.ts'
import type { Work } from './work.ts'
import { workflowInEffect } from './workflows.ts'

const UNIT_BATCH = 500

/** Sets a language aside and removes it from the totals. */
export async function setAsideTranslation(work: Work, translation: TranslationRow): Promise<void> {
  const { tx, now, counters } = work
  const { id, project_id, component_id, language_id, language_code, filename } = translation
  counters.demandAlone()
  work.setsAside = true
  let strings = 0
  for await (const units of unitsInPortions(tx, id, UNIT_BATCH)) {
    const ids = units.map(unit => unit.id)
    await moveAside(tx, component_id, now, ids)
    strings += ids.length
  }
  const file = tx
    .selectFrom('component_file')
    .select('content')
    .where('component_id', '=', component_id)
    .where('filename', '=', filename)
  const content = (await file.executeTakeFirst())?.content ?? null
  await tx
    .insertInto('set_aside_translation')
    .values({
      id,
      project_id,
      component_id,
      language_id,
      language_code,
      filename,
      content,
      strings,
      set_aside_at: now,
    })
    .execute()
  await tx
    .deleteFrom('component_file')
    .where('component_id', '=', component_id)
    .where('filename', '=', filename)
    .execute()
  await moveChanges(tx, 'translation_change', 'set_aside_change', id)
  work.forget(place => place.translation_id === id)
  const deleted = await tx.deleteFrom('translation').where('id', '=', id).returningAll().execute()
  await counters.removeTranslations(tx, deleted)
  work.looks.failing(project_id, language_id)
  await lookAtSource(work, translation)
  const { translation_id: _, ...place } = placeOf(translation)
  work.record(ACTION.translationRemoved, place, { details: { language: language_code, set_aside: strings } })
}

async function lookAtSource(work: Work, { component_id, project_id }: TranslationRow): Promise<void> {
  const { source_language_id } = await work.tx
    .selectFrom('component')
    .select('source_language_id')
    .where('id', '=', component_id)
    .executeTakeFirstOrThrow()
  work.looks.failing(project_id, source_language_id)
}

const CHANGE_COLUMNS = [
  ...['id', 'action', 'is_content', 'timestamp', 'project_id', 'component_id', 'translation_id', 'language_id'],
  ...['unit_id', 'account_id', 'author_id', 'target', 'old', 'details'],
].map(name => sql.ref(name))

type ChangeTable = 'translation_change' | 'set_aside_change'

/** Moves the history of a translation in batches, because SQLite blocks other writers during a statement. */
async function moveChanges(tx: Writer, from: ChangeTable, to: ChangeTable, translation: number): Promise<void> {
  const columns = sql.join(CHANGE_COLUMNS)
  for (;;) {
    const rows = await tx
      .selectFrom(from)
      .select('id')
      .where('translation_id', '=', translation)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    const last = rows.at(-1)?.id
    if (last === undefined) return
    await sql`insert into ${sql.table(to)} (${columns}) select ${columns} from ${sql.table(from)}
      where translation_id = ${translation} and id <= ${last}`.execute(tx)
    await tx.deleteFrom(from).where('translation_id', '=', translation).where('id', '<=', last).execute()
  }
}

/**
 * Restores a language that was set aside, without its strings, which return when added; null if it was not set aside.
 */
export async function translationBack(
  work: Work,
  component: number,
  language: number,
  values: Pick<TranslationRow, 'language_code' | 'filename' | 'plural_number' | 'plural_formula'>,
): Promise<TranslationRow | null> {
  const { tx, counters } = work
  const aside = await tx
    .deleteFrom('set_aside_translation')
    .where('component_id', '=', component)
    .where('language_id', '=', language)
    .returning(['id', 'project_id'])
    .executeTakeFirst()
  if (aside === undefined) return null
  await moveChanges(tx, 'set_aside_change', 'translation_change', aside.id)
  const { last, recent } = await recountRecent(tx, aside.id)
  const row = await tx
    .insertInto('translation')
    .values({
      id: aside.id,
      project_id: aside.project_id,
      component_id: component,
      language_id: language,
      is_source: 0,
      workflow: workflowInEffect(aside.project_id, language),
      ...values,
      last_change: last,
      recent_changes: recent,
      last_author_id: await lastAuthor(tx, aside.id),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await counters.addStoredTranslation(tx, row)
  return row
}

async function lastAuthor(tx: Writer, translation: number): Promise<number | null> {
  const row = await tx
    .selectFrom('translation_change')
    .select('author_id')
    .where('translation_id', '=', translation)
    .where('is_content', '=', 1)
    .orderBy('timestamp', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.author_id ?? null
}

/** Permanently deletes languages that are set aside, with everything that belongs to them. */
export async function purgeTranslations(tx: Writer, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await purgeUnits(tx, await setAsideIds(tx, 'translation_id', ids))
  const screenshots = tx.selectFrom('screenshot').select('screenshot.id').where('screenshot.translation_id', 'in', ids)
  await tx.deleteFrom('screenshot_unit').where('screenshot_id', 'in', screenshots).execute()
  await tx.deleteFrom('screenshot').where('translation_id', 'in', ids).execute()
  await tx.deleteFrom('set_aside_change').where('translation_id', 'in', ids).execute()
  await tx.deleteFrom('set_aside_translation').where('id', 'in', ids).execute()
}

/** Permanently deletes everything of a component that is set aside. */
export async function purgeComponent(tx: Writer, component: number): Promise<void> {
  const rows = await tx.selectFrom('set_aside_translation').select('id').where('component_id', '=', component).execute()
  await purgeTranslations(
    tx,
    rows.map(row => row.id),
  )
  await purgeUnits(tx, await setAsideIds(tx, 'component_id', [component]))
}
