import type { Account } from '#accounts/account.ts'
import type { Told } from '#core/news-source.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { ALERTS, isAlert } from '../catalogue/alerts.ts'
import { ACTION, ACTION_NAMES } from '../catalogue/change-actions.ts'
import { checksum } from '../catalogue/forms.ts'
import { ACCESS, type GuardedComponent, type GuardedProject, loadPermissions } from '../catalogue/permissions.ts'
import { Addresses } from '../values/addresses.ts'
import type { ChangeRow } from './kinds/kind.ts'

/** A change in words, and what one must be allowed to see to be told of it. */
interface Described {
  readonly told: Told
  readonly project: GuardedProject | null
  readonly component: GuardedComponent | null
}

const CHANGES_AT_ONCE = 25
/** More are not kept in memory. */
const MOST_KEPT = 2000

/**
 * What mails say about changes. A change is read and put into words once, however many people are told of it; what
 * each of them may see is asked anew. It serves a moment's work.
 */
export class DescribedChanges {
  readonly #db: Reader
  readonly #site: string
  /** Null when it is gone. */
  readonly #known = new Map<number, Described | null>()

  constructor(db: Reader, site: string) {
    this.#db = db
    this.#site = site
  }

  /** In the order of their numbers. What is gone since, or what the reader may not see any more, is left out. */
  async of(ids: readonly number[], reader: Account | null): Promise<Told[]> {
    const wanted = [...new Set(ids)].sort((a, b) => a - b)
    await this.#load(wanted)
    const found = wanted.flatMap(id => this.#known.get(id) ?? [])
    // Most of what happens may be seen by everybody, and then nobody's teams have to be looked at.
    if (found.every(isOpen)) return found.map(({ told }) => told)
    const permissions = await loadPermissions(this.#db, reader)
    return found
      .filter(
        ({ project, component }) =>
          project === null ||
          (component === null ? permissions.sees(project) : permissions.seesComponent(project, component)),
      )
      .map(({ told }) => told)
  }

  async #load(wanted: readonly number[]): Promise<void> {
    if (this.#known.size + wanted.length > MOST_KEPT) this.#known.clear()
    const missing = wanted.filter(id => !this.#known.has(id))
    for (let i = 0; i < missing.length; i += CHANGES_AT_ONCE) {
      const ids = missing.slice(i, i + CHANGES_AT_ONCE)
      for (const id of ids) this.#known.set(id, null)
      for (const row of await changeRows(this.#db, ids)) this.#known.set(row.id, described(row, this.#site))
    }
  }
}

const isOpen = ({ project, component }: Described): boolean =>
  (project === null || project.access_control < ACCESS.private) && (component === null || component.restricted === 0)

/** The same for one reader. */
export const describeChanges = (
  db: Reader,
  ids: readonly number[],
  reader: Account | null,
  site: string,
): Promise<Told[]> => new DescribedChanges(db, site).of(ids, reader)

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

/** Null when the place where it happened is gone. */
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
  const told = {
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
  }
  return { told, project, component }
}

/** What a change wrote, under a name that fits its action. */
const TARGET_NAMES: Readonly<Record<number, string>> = {
  [ACTION.commentAdded]: 'Comment',
  [ACTION.suggestionAdded]: 'Suggestion',
  [ACTION.announcementPosted]: 'Announcement',
  [ACTION.explanationUpdated]: 'Explanation',
  [ACTION.extraFlagsUpdated]: 'Flags',
}

/** What went wrong, as far as a change says so. */
function troubleOf(details: string): [string, string][] {
  const { alert, error, occurrences } = storedObject<Trouble>(details) as Trouble
  const lines = occurrences?.map(each => [each.filename, each.name, each.source, each.error].filter(Boolean).join(': '))
  const texts: [string, string | undefined][] = [
    ['Alert', alert !== undefined && isAlert(alert) ? ALERTS[alert].label : undefined],
    ['Details', error ?? lines?.join('\n')],
  ]
  return texts.filter((text): text is [string, string] => Boolean(text[1]))
}

interface Trouble {
  readonly alert?: string
  readonly error?: string
  readonly occurrences?: readonly Readonly<Record<'filename' | 'name' | 'source' | 'error', string | undefined>>[]
}

const TROUBLES: readonly number[] = [
  ...[ACTION.alertTriggered, ACTION.mergeFailed, ACTION.parsingFailed, ACTION.pushFailed, ACTION.updateFailed],
]

function textsOf({ action, target, old, details }: ChangeRow, source: string | null): [string, string][] {
  if (TROUBLES.includes(action)) return troubleOf(details)
  const isSource = source !== null && target === source
  const texts: [string, string | null][] = [
    ['Source', source],
    [TARGET_NAMES[action] ?? 'Translation', isSource ? null : target],
    ['Before', old === target ? null : old],
  ]
  // Of settings, only that they changed is told; names and paths of what they were say nothing more.
  const tells = source !== null || TARGET_NAMES[action] !== undefined
  return tells ? texts.filter((text): text is [string, string] => Boolean(text[1])) : []
}

/** `<project/component/language/unit@site>`, with nothing in it that an id may not have. */
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

/** The part behind the @ of ids that are made here. */
export const mailDomain = (site: string): string => new URL(site).hostname
