import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { AlertTable } from '#store/tables/translation-services.ts'
import { ACTION } from './change-actions.ts'
import type { Work } from './work.ts'

/** How much it matters: an error stops work, a warning loses some of it, the rest is good to know and nobody gets mail about it. */
export type Severity = 'error' | 'warning' | 'info'

/** Everything that can be wrong, by the names that Weblate's clients know, and what it is called. */
export const ALERTS = {
  MergeFailure: { severity: 'error', label: 'Merge conflict between translations here and in the repository' },
  UpdateFailure: { severity: 'error', label: 'Could not fetch from the repository' },
  PushFailure: { severity: 'error', label: 'Could not push to the repository' },
  ParseError: { severity: 'error', label: 'Could not parse translation files' },
  NoMaskMatches: { severity: 'error', label: 'No files match the file mask' },
  SuspiciousFile: { severity: 'error', label: 'Files lost most of their strings' },
  DuplicateLanguage: { severity: 'error', label: 'Several files for the same language' },
  DuplicateString: { severity: 'warning', label: 'Duplicate strings in a file' },
  OverlongString: { severity: 'warning', label: 'Strings too long to translate' },
  DuplicateFilemask: { severity: 'warning', label: 'Another component uses the same files' },
  LanguagesSetAside: { severity: 'warning', label: 'Languages were set aside because their files are missing' },
  StringsSetAside: { severity: 'info', label: 'Strings were set aside because they are no longer in the files' },
  BrokenProjectURL: { severity: 'warning', label: 'The project website cannot be reached' },
  MissingLicense: { severity: 'info', label: 'No license is set' },
  UnusedScreenshot: { severity: 'info', label: 'Screenshot without strings' },
} as const satisfies Record<string, { severity: Severity; label: string }>

export type AlertName = keyof typeof ALERTS
export type AlertRow = Selectable<AlertTable>

export const isAlert = (name: string): name is AlertName => Object.hasOwn(ALERTS, name)

/** What stops work cannot be put aside: it goes when it is mended. */
export const isDismissible = (name: string): boolean => isAlert(name) && ALERTS[name].severity !== 'error'

export interface AlertPlace {
  readonly project_id: number
  /** Null for one of the whole project. */
  readonly component_id: number | null
}

const at = (db: Reader, { project_id, component_id }: AlertPlace, name: AlertName) =>
  db
    .selectFrom('alert')
    .selectAll()
    .where('project_id', '=', project_id)
    .where(eb => eb(eb.fn.coalesce('component_id', eb.val(0)), '=', component_id ?? 0))
    .where('name', '=', name)

export async function alertAt(db: Reader, place: AlertPlace, name: AlertName): Promise<AlertRow | null> {
  return (await at(db, place, name).executeTakeFirst()) ?? null
}

/**
 * Writes down that something is wrong, with what is to be known of it, or (null) that it is not. Only what was not known
 * before is news; it is nobody's doing, so whoever happened to find it is told as well.
 */
export async function settleAlert(
  work: Work,
  place: AlertPlace,
  name: AlertName,
  details: Record<string, unknown> | null,
): Promise<void> {
  const { tx, now } = work
  const known = await alertAt(tx, place, name)
  if (details === null) {
    if (known !== null) await tx.deleteFrom('alert').where('id', '=', known.id).execute()
    return
  }
  const text = JSON.stringify(details)
  if (known !== null) {
    if (known.details !== text)
      await tx.updateTable('alert').set({ details: text, updated_at: now }).where('id', '=', known.id).execute()
    return
  }
  const { project_id, component_id } = place
  const made = await tx
    .insertInto('alert')
    .values({ project_id, component_id, name, details: text, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) return
  const { severity } = ALERTS[name]
  work.record(
    ACTION.alertTriggered,
    { project_id, component_id },
    { details: { alert: name, severity, ...details }, account: null },
  )
}

/** How many occurrences an alert names; more than a reader wants to see help nobody. */
export const MOST_OCCURRENCES = 100

type Occurrence = Readonly<Record<string, unknown>> & { readonly filename: string }

/**
 * The occurrences of an alert after some files were looked at: what is known of other files stays. Null when nothing is left.
 */
export function occurrencesNow(
  known: AlertRow | null,
  isSettled: (filename: string) => boolean,
  fresh: readonly Occurrence[],
): { occurrences: readonly Occurrence[] } | null {
  const before = known === null ? [] : (storedObject<{ occurrences: Occurrence[] }>(known.details).occurrences ?? [])
  const files = new Set(fresh.map(each => each.filename))
  const stays = before.filter(({ filename }) => !files.has(filename) && !isSettled(filename))
  const occurrences = [...stays, ...fresh].slice(0, MOST_OCCURRENCES)
  return occurrences.length === 0 ? null : { occurrences }
}

/** What is wrong with a component, and with the project that it is in; what stops work comes first, what was put aside last. */
export async function alertsOf(db: Reader, project: number, component: number | null): Promise<AlertRow[]> {
  const rows = await db
    .selectFrom('alert')
    .selectAll()
    .where('project_id', '=', project)
    .$if(component !== null, query =>
      query.where(eb => eb.or([eb('component_id', '=', component), eb('component_id', 'is', null)])),
    )
    .orderBy('id')
    .execute()
  const rank = ({ name }: AlertRow) =>
    isAlert(name) ? (['error', 'warning', 'info'] as const).indexOf(ALERTS[name].severity) : 0
  return rows.sort((a, b) => a.dismissed - b.dismissed || rank(a) - rank(b) || a.id - b.id)
}
