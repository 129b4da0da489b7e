import type { Selectable } from 'kysely'
import { nullable, readOnly, shape } from '#fields/field.ts'
import { anything, dateTime, integer, text, webAddress } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { ACTION, ACTION_NAMES } from '../../catalogue/change-actions.ts'
import type { Call } from '../call.ts'
import { componentSegment } from './component.ts'

const link = readOnly(nullable(webAddress()))

export const Change = shape('Change', 'An entry in the history.', {
  unit: link,
  component: link,
  translation: link,
  user: link,
  author: link,
  alert: readOnly(nullable(anything())),
  timestamp: readOnly(dateTime()),
  action: readOnly(integer()),
  target: readOnly(text()),
  old: readOnly(text()),
  details: readOnly(anything()),
  id: readOnly(integer()),
  action_name: readOnly(text()),
  url: readOnly(webAddress()),
})

/** The alert as it was when triggered; it may have been resolved since. */
function alertOf({ action, details }: ChangeRow): unknown {
  if (action !== ACTION.alertTriggered) return null
  const { alert: name, severity, ...more } = storedObject<Record<string, unknown>>(details)
  return { name, severity, details: more }
}

type ChangeRow = Selectable<Database['translation_change']>

/** Serializes changes with the URLs of related objects, in three queries for any number of rows. */
export async function changeObjects(call: Call<unknown, unknown>, rows: readonly ChangeRow[]): Promise<unknown[]> {
  const { db, addresses } = call
  const ids = (pick: (row: ChangeRow) => number | null) => [-1, ...new Set(rows.flatMap(row => pick(row) ?? []))]
  const components = await db
    .selectFrom('component')
    .innerJoin('project', 'project.id', 'component.project_id')
    .select(['component.id', 'component.path', 'project.slug'])
    .where(
      'component.id',
      'in',
      ids(row => row.component_id),
    )
    .execute()
  const languages = await db
    .selectFrom('translation_language')
    .select(['id', 'code'])
    .where(
      'id',
      'in',
      ids(row => row.language_id),
    )
    .execute()
  const user = await call.userAddresses(rows.flatMap(row => [row.account_id, row.author_id]))
  return rows.map(row => {
    const component = components.find(each => each.id === row.component_id)
    const language = languages.find(each => each.id === row.language_id)
    const at = component && [component.slug, componentSegment(component.path)]
    return {
      unit: row.unit_id === null ? null : addresses.api('units', row.unit_id),
      component: at ? addresses.api('components', ...at) : null,
      translation:
        at && language && row.translation_id !== null ? addresses.api('translations', ...at, language.code) : null,
      user: user.get(row.account_id) ?? null,
      author: user.get(row.author_id) ?? null,
      alert: alertOf(row),
      timestamp: isoMicroseconds(row.timestamp),
      action: row.action,
      target: row.target,
      old: row.old,
      details: storedObject(row.details),
      id: row.id,
      action_name: ACTION_NAMES[row.action] ?? String(row.action),
      url: addresses.api('changes', row.id),
    }
  })
}
