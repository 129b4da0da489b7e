import type { Selectable } from 'kysely'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { Database } from '#store/tables/database.ts'
import { lockOnAlert, unlockAfterAlert } from './automatic-lock.ts'
import { ACTION } from './change-actions.ts'
import type { Work } from './work.ts'

/** Errors block work, warnings put some of it at risk, and infos are not sent by email. */
export type Severity = 'error' | 'warning' | 'info'

/** What alerts are about, as in Weblate. */
export const ALERT_CATEGORIES = {
  addons: 'Add-ons',
  community: 'Community',
  configuration: 'Configuration',
  files: 'Files',
  vcs: 'Version control',
} as const

/** All alerts, by Weblate's names, with their labels. */
export const ALERTS = {
  MergeFailure: {
    category: 'vcs',
    severity: 'error',
    label: 'Merge conflict between translations here and in the repository',
  },
  UpdateFailure: { category: 'vcs', severity: 'error', label: 'Could not fetch from the repository' },
  PushFailure: { category: 'vcs', severity: 'error', label: 'Could not push to the repository' },
  PullRequestClosed: {
    category: 'vcs',
    severity: 'warning',
    label: 'The pull request was closed without being merged',
  },
  ParseError: { category: 'files', severity: 'error', label: 'Could not parse translation files' },
  NoMaskMatches: { category: 'files', severity: 'error', label: 'No files match the file mask' },
  InexistantFiles: {
    category: 'files',
    severity: 'warning',
    label: 'Base files are missing in the repository',
  },
  SuspiciousFile: { category: 'files', severity: 'error', label: 'Files lost most of their strings' },
  DuplicateLanguage: { category: 'files', severity: 'error', label: 'Several files for the same language' },
  DuplicateString: { category: 'files', severity: 'warning', label: 'Duplicate strings in a file' },
  OverlongString: { category: 'files', severity: 'warning', label: 'Strings too long to translate' },
  DuplicateFilemask: { category: 'files', severity: 'warning', label: 'Another component uses the same files' },
  LanguagesSetAside: {
    category: 'files',
    severity: 'warning',
    label: 'Languages were set aside because their files are missing',
  },
  StringsSetAside: {
    category: 'files',
    severity: 'info',
    label: 'Strings were set aside because they are no longer in the files',
  },
  AddonScriptError: { category: 'addons', severity: 'error', label: 'Could not run an add-on' },
  MsgmergeAddonError: { category: 'addons', severity: 'error', label: 'Could not update PO files with msgmerge' },
  BrokenProjectURL: { category: 'configuration', severity: 'warning', label: 'The project website cannot be reached' },
  MissingPushURL: { category: 'community', severity: 'info', label: 'Translations are not pushed to the repository' },
  UnusedEnforcedCheck: { category: 'configuration', severity: 'info', label: 'Enforced checks are not used' },
  MonolingualTranslation: { category: 'configuration', severity: 'warning', label: 'Source texts look like keys' },
  BilingualPOConfiguredAsMonolingual: {
    category: 'configuration',
    severity: 'warning',
    label: 'The keys of a gettext file look like source texts',
  },
  MissingSafeHTMLFlag: { category: 'community', severity: 'info', label: 'Links in strings are not checked' },
  MissingLicense: { category: 'community', severity: 'info', label: 'No license is set' },
  MonolingualGlossary: { category: 'configuration', severity: 'info', label: 'The glossary uses a monolingual format' },
  UnusedGlossaryLanguage: {
    category: 'configuration',
    severity: 'info',
    label: 'The glossary has languages that the project does not use',
  },
  UnusedScreenshot: { category: 'community', severity: 'info', label: 'Screenshot without strings' },
} as const satisfies Record<string, { category: keyof typeof ALERT_CATEGORIES; severity: Severity; label: string }>

export type AlertName = keyof typeof ALERTS
/** An alert with its details, or null to clear it. */
export type Finding = readonly [name: AlertName, details: Record<string, unknown> | null]
export type AlertRow = Selectable<Database['alert']>

export const isAlert = (name: string): name is AlertName => Object.hasOwn(ALERTS, name)

/** Alerts that block work cannot be dismissed; they disappear once the problem is fixed. */
export const isDismissible = (name: string): boolean => isAlert(name) && ALERTS[name].severity !== 'error'

/** Whether the details of an alert may contain addresses or paths of a repository. */
export const isAboutRepository = (name: string): boolean =>
  isAlert(name) && ['vcs', 'files', 'addons'].includes(ALERTS[name].category)

export interface AlertPlace {
  readonly project_id: number
  /** Null for alerts of the whole project. */
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
 * Records an alert with its details, or clears it if `details` is null. Only a new alert is recorded as a change,
 * without an author, so that the user whose action uncovered the problem is notified too.
 */
export async function settleAlert(
  work: Work,
  place: AlertPlace,
  name: AlertName,
  details: Record<string, unknown> | null,
): Promise<void> {
  const { tx, now } = work
  const existing = await alertAt(tx, place, name)
  if (details === null) {
    if (existing === null) return
    await tx.deleteFrom('alert').where('id', '=', existing.id).execute()
    await unlockAfterAlert(work, place.component_id, name)
    return
  }
  const text = JSON.stringify(details)
  if (existing !== null) {
    if (existing.details !== text)
      await tx.updateTable('alert').set({ details: text, updated_at: now }).where('id', '=', existing.id).execute()
    return
  }
  const { project_id, component_id } = place
  const created = await tx
    .insertInto('alert')
    .values({ project_id, component_id, name, details: text, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (created === undefined) return
  const { severity } = ALERTS[name]
  work.record(
    ACTION.alertTriggered,
    { project_id, component_id },
    { details: { alert: name, severity, ...details }, account: null },
  )
  await lockOnAlert(work, component_id, name)
}

/** The maximum number of occurrences stored with an alert. */
export const MOST_OCCURRENCES = 100

type Occurrence = Readonly<Record<string, unknown>> & { readonly filename: string }

/** Occurrences of an alert after checking some files; those of other files are kept. Null if none are left. */
export function occurrencesNow(
  existing: AlertRow | null,
  isSettled: (filename: string) => boolean,
  fresh: readonly Occurrence[],
): { occurrences: readonly Occurrence[] } | null {
  const before =
    existing === null ? [] : (storedObject<{ occurrences: Occurrence[] }>(existing.details).occurrences ?? [])
  const files = new Set(fresh.map(each => each.filename))
  const kept = before.filter(({ filename }) => !files.has(filename) && !isSettled(filename))
  const occurrences = [...kept, ...fresh].slice(0, MOST_OCCURRENCES)
  return occurrences.length === 0 ? null : { occurrences }
}

/** Alerts of a component and its project; the most severe first, dismissed ones last. */
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
