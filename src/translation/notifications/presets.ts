import type { Reader, Writer } from '#store/store.ts'
import type { Kind } from './kinds/index.ts'
import { INSTANT, SCOPE } from './subscription-terms.ts'
import { DEFAULT_SUBSCRIPTIONS, type Subscription, subscribe, subscriptionsOf } from './subscriptions.ts'

/** Predefined sets of subscriptions. */
export const PRESETS = ['mine', 'projects', 'languages', 'nothing'] as const
export type Preset = (typeof PRESETS)[number]

type Entry = readonly [scope: number, kind: Kind, frequency: number]

/** Scopes that presets replace; subscriptions for a single project or component are kept. */
export const WIDE_SCOPES: readonly number[] = [SCOPE.watched, SCOPE.administered, SCOPE.all]

const DAILY = 2
const WEEKLY = 3

const mine: readonly Entry[] = DEFAULT_SUBSCRIPTIONS.map(([scope, kind]) => [scope, kind, INSTANT])

const NEWS: readonly Kind[] = [
  'NewStringNotificaton',
  'NewSuggestionNotificaton',
  'NewCommentNotificaton',
  'NewComponentNotificaton',
  'NewTranslationNotificaton',
  'LanguageTranslatedNotificaton',
  'ComponentTranslatedNotificaton',
]

/** Changes to strings in one's languages, in any project. */
const STRINGS: readonly Kind[] = [
  'NewStringNotificaton',
  'NewSuggestionNotificaton',
  'NewCommentNotificaton',
  'TranslatedStringNotificaton',
  'ApprovedStringNotificaton',
  'ChangedStringNotificaton',
  'NewContributorNotificaton',
]

const ENTRIES: Readonly<Record<Preset, readonly Entry[]>> = {
  mine,
  projects: distinct([
    ...mine,
    ...NEWS.map((kind): Entry => [SCOPE.watched, kind, DAILY]),
    ...NEWS.map((kind): Entry => [SCOPE.administered, kind, DAILY]),
    [SCOPE.watched, 'PendingSuggestionsNotification', WEEKLY],
    [SCOPE.watched, 'ToDoStringsNotification', WEEKLY],
  ]),
  languages: distinct([
    ...mine,
    ...STRINGS.map((kind): Entry => [SCOPE.all, kind, DAILY]),
    [SCOPE.all, 'NewAnnouncementNotificaton', DAILY],
    [SCOPE.all, 'LastAuthorCommentNotificaton', INSTANT],
  ]),
  nothing: [],
}

/** Of two entries for the same scope and kind, keeps the first. */
function distinct(entries: readonly Entry[]): Entry[] {
  return [...new Map([...entries].reverse().map(entry => [`${entry[0]} ${entry[1]}`, entry] as const)).values()]
}

/** The subscriptions an account would have with a preset, keeping those for single projects and components. */
export function withPreset(account: number, before: readonly Subscription[], preset: Preset): Subscription[] {
  const wide = ENTRIES[preset].map(
    ([scope, notification, frequency], i): Subscription => ({
      id: -1 - i,
      account_id: account,
      notification,
      scope,
      frequency,
      project_id: null,
      component_id: null,
      onetime: 0,
    }),
  )
  return [...wide, ...before.filter(row => !WIDE_SCOPES.includes(row.scope))]
}

/** The preset that matches the subscriptions; null when they are customized. */
export function presetOf(rows: readonly Subscription[]): Preset | null {
  const current = fingerprint(rows)
  return PRESETS.find(preset => fingerprint(withPreset(0, [], preset)) === current) ?? null
}

/** Ignores muted kinds that have no other subscription, since they make no difference. */
function fingerprint(rows: readonly Subscription[]): string {
  const wide = rows.filter(row => WIDE_SCOPES.includes(row.scope))
  const audible = new Set(wide.filter(row => row.frequency !== 0).map(row => row.notification))
  return wide
    .filter(row => audible.has(row.notification))
    .map(row => `${row.scope} ${row.notification} ${row.frequency}`)
    .sort()
    .join('\n')
}

/** Replaces the subscriptions for all, watched and managed projects with a preset. */
export async function choosePreset(tx: Writer, account: number, preset: Preset): Promise<void> {
  await tx.deleteFrom('subscription').where('account_id', '=', account).where('scope', 'in', WIDE_SCOPES).execute()
  for (const [scope, notification, frequency] of ENTRIES[preset])
    await subscribe(tx, account, { notification, scope, frequency, project_id: null, component_id: null })
}

export const allSubscriptions = (db: Reader, account: number): Promise<Subscription[]> =>
  subscriptionsOf(db, account).selectAll().orderBy('id').execute()
