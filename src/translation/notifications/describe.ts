import type { Account } from '#accounts/account.ts'
import type { DescribedChange, ToldText } from '#core/news-source.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { ALERTS, isAlert } from '../catalogue/alerts.ts'
import { ACTION, ACTION_NAMES } from '../catalogue/change-actions.ts'
import { checksum } from '../catalogue/forms.ts'
import { ACCESS, type GuardedComponent, type GuardedProject, loadPermissions } from '../catalogue/permissions.ts'
import { Addresses } from '../values/addresses.ts'
import type { ChangeRow } from './kinds/kind.ts'

/** A change described for an email, with the project and component a recipient must be able to see. */
interface Described {
  readonly change: DescribedChange
  readonly project: GuardedProject | null
  readonly component: GuardedComponent | null
}

const CHANGES_AT_ONCE = 25
/** Upper limit for the cache. */
const MOST_KEPT = 2000

/**
 * Describes changes for emails. Each change is loaded and described once for all recipients; permissions are checked
 * per recipient. Short-lived: create one per job.
 */
export class DescribedChanges {
  readonly #db: Reader
  readonly #site: string
  /** Null for a change whose project or component was deleted. */
  readonly #cache = new Map<number, Described | null>()

  constructor(db: Reader, site: string) {
    this.#db = db
    this.#site = site
  }

  /** Ordered by id, without changes that were deleted or that the reader can no longer see. */
  async of(ids: readonly number[], reader: Account | null): Promise<DescribedChange[]> {
    const sorted = [...new Set(ids)].sort((a, b) => a - b)
    await this.#load(sorted)
    const changes = sorted.flatMap(id => this.#cache.get(id) ?? [])
    // Most changes are public, so loading permissions can usually be skipped.
    if (changes.every(isOpen)) return changes.map(({ change }) => change)
    const permissions = await loadPermissions(this.#db, reader)
    return changes
      .filter(
        ({ project, component }) =>
          project === null ||
          (component === null ? permissions.sees(project) : permissions.seesComponent(project, component)),
      )
      .map(({ change }) => change)
  }

  async #load(wantedIds: readonly number[]): Promise<void> {
    if (this.#cache.size + wantedIds.length > MOST_KEPT) this.#cache.clear()
    const missing = wantedIds.filter(id => !this.#cache.has(id))
    for (let i = 0; i < missing.length; i += CHANGES_AT_ONCE) {
      const ids = missing.slice(i, i + CHANGES_AT_ONCE)
      for (const id of ids) this.#cache.set(id, null)
      for (const row of await changeRows(this.#db, ids)) this.#cache.set(row.id, described(row, this.#site))
    }
  }
}

const isOpen = ({ project, component }: Described): boolean =>
  (project === null || project.access_control < ACCESS.private) && (component === null || component.restricted === 0)

/** Describes changes for a single reader. */
export const describeChanges = (
  db: Reader,
  ids: readonly number[],
  reader: Account | null,
  site: string,
): Promise<DescribedChange[]> => new DescribedChanges(db, site).of(ids, reader)

const changeRows = (db: Reader, ids: readonly number[]) =>
  db
    .selectFrom('translation_change as change')
    .leftJoin('project', 'project.id', 'change.project_id')
    .leftJoin('component', 'component.id', 'change.component_id')
    .leftJoin('translation_language as language', 'language.id', 'change.language_id')
    .leftJoin('unit', 'unit.id', 'change.unit_id')
    .leftJoin('account as actor', 'actor.id', 'change.account_id')
    .selectAll('change')
    .select(['project.name as project_name', 'project.slug', 'project.access_control'])
    .select(['component.name as component_name', 'component.path', 'component.restricted'])
    .select(['language.name as language_name', 'language.code', 'unit.source', 'unit.id_hash'])
    .select(['actor.name as actor_name', 'actor.real_name as actor_real_name'])
    .where('change.id', 'in', ids)
    .execute()

/** Null when the project or component was deleted. */
function described(row: Awaited<ReturnType<typeof changeRows>>[number], site: string): Described | null {
  const addresses = new Addresses(site)
  const { project_id, component_id, access_control, restricted } = row
  const project = project_id === null || access_control === null ? null : { id: project_id, access_control }
  const component = component_id === null || restricted === null ? null : { id: component_id, restricted }
  if (project_id !== null && project === null) return null
  if (component_id !== null && component === null) return null
  const path = row.path?.split('/') ?? []
  const narrow = row.slug === null ? [] : [row.slug, ...path]
  const isString = row.unit_id !== null && row.code !== null && row.id_hash !== null
  const place = row.code !== null && path.length > 0 ? [...narrow, row.code] : narrow
  const change = {
    id: row.id,
    what: ACTION_NAMES[row.action] ?? 'Change',
    who: row.actor_real_name || row.actor_name,
    where: [row.project_name, row.component_name, row.language_name].flatMap(name => name ?? []),
    link: isString
      ? `${addresses.web('translate', ...place)}?checksum=${checksum(row.id_hash!)}`
      : addresses.web('projects', ...place),
    texts: textsOf(row, row.source),
    at: row.timestamp,
    thread: isString ? threadId(site, [...place, String(row.unit_id)]) : null,
    ...(isString && { mutes: `unit/${row.unit_id}` }),
  }
  return { change, project, component }
}

/** Labels for the text a change wrote, by action. */
const TARGET_NAMES: Readonly<Record<number, string>> = {
  [ACTION.commentAdded]: 'Comment',
  [ACTION.suggestionAdded]: 'Suggestion',
  [ACTION.announcementPosted]: 'Announcement',
  [ACTION.explanationUpdated]: 'Explanation',
  [ACTION.extraFlagsUpdated]: 'Flags',
}

/** The error texts recorded with a failure. */
function failureTexts(details: string): ToldText[] {
  const { alert, error, occurrences } = storedObject<FailureDetails>(details) as FailureDetails
  const lines = occurrences?.map(each => [each.filename, each.name, each.source, each.error].filter(Boolean).join(': '))
  const problem = error ?? lines?.join('\n')
  return [
    ...(alert !== undefined && isAlert(alert) ? [['Alert', ALERTS[alert].label, true] as const] : []),
    ...(problem ? [['Details', problem] as const] : []),
  ]
}

interface FailureDetails {
  readonly alert?: string
  readonly error?: string
  readonly occurrences?: readonly Readonly<Record<'filename' | 'name' | 'source' | 'error', string | undefined>>[]
}

const FAILURE_ACTIONS: readonly number[] = [
  ...[ACTION.alertTriggered, ACTION.mergeFailed, ACTION.parsingFailed, ACTION.pushFailed, ACTION.updateFailed],
]

function textsOf({ action, target, old, details }: ChangeRow, source: string | null): ToldText[] {
  if (FAILURE_ACTIONS.includes(action)) return failureTexts(details)
  const isSource = source !== null && target === source
  const texts: [string, string | null][] = [
    ['Source', source],
    [TARGET_NAMES[action] ?? 'Translation', isSource ? null : target],
    ['Previous text', old === target ? null : old],
  ]
  // For settings, old and new values (names, paths) add nothing useful.
  const hasTexts = source !== null || TARGET_NAMES[action] !== undefined
  return hasTexts ? texts.filter((text): text is [string, string] => Boolean(text[1])) : []
}

/** `<project/component/language/unit@site>`, escaped for use as a message id. */
function threadId(site: string, parts: readonly string[]): string {
  const left = parts
    .map(part =>
      encodeURIComponent(part)
        .replace(/[()'@]/g, '_')
        .replaceAll('.', '_'),
    )
    .join('/')
  return `<${left}@${mailDomain(site)}>`
}

/** The domain for message ids. */
export const mailDomain = (site: string): string => new URL(site).hostname
