import type { Caller } from '#accounts/caller.ts'
import type { StreamEvent, StreamSource } from '#core/stream-source.ts'
import type { LoggedChange } from '#events/change-log.ts'
import { canSee, canSeeInLog, LOG_RIGHTS } from '../site/hidden-parts.ts'
import { isoTimestamp } from '../site/timestamp.ts'
import { prefixedDbKey, prefixedText } from '../site/title-format.ts'
import { canonicalUrl } from '../site/urls.ts'
import type { Wiki } from '../wiki.ts'
import { type ChangeFacts, type ChangeRow, type LogRow, logOf, readChanges } from './read-changes.ts'

/** Names of the streams, in the order of the events of one change: the places never change. */
const STREAMS = {
  recentchange: 'Everything that recent changes lists: edits, new pages and log entries.',
  'revision-create': 'Every new revision of a page.',
  'page-create': 'New pages.',
  'page-delete': 'Deleted pages.',
  'page-undelete': 'Restored pages.',
  'page-move': 'Moved pages.',
} as const

type Stream = keyof typeof STREAMS

const ORDER = Object.keys(STREAMS) as Stream[]

/** Streams of log entries, by the kind of the change. */
const OF_KIND: Readonly<Record<string, Stream>> = {
  delete: 'page-delete',
  restore: 'page-undelete',
  move: 'page-move',
}

const SCHEMAS: Readonly<Record<Stream, string>> = {
  recentchange: '/mediawiki/recentchange/1.0.0',
  'revision-create': '/mediawiki/revision/create/2.0.0',
  'page-create': '/mediawiki/revision/create/2.0.0',
  'page-delete': '/mediawiki/page/delete/1.0.0',
  'page-undelete': '/mediawiki/page/undelete/1.0.0',
  'page-move': '/mediawiki/page/move/1.0.0',
}

/** The wiki's changes in the schemas of Wikimedia's EventStreams. */
export function wikiStreams(wiki: Wiki): StreamSource {
  return {
    area: 'wiki',
    streams: STREAMS,
    filters: ['type', 'namespace', 'page_namespace', 'title', 'page_title', 'user', 'bot', 'minor', 'log_type', 'wiki'],
    allows: caller => caller.can('read'),
    async *describe(caller, entries) {
      const facts = await readChanges(wiki.db, entries)
      yield entries.flatMap(entry => eventsOf({ wiki, caller, facts, entry }))
    },
  }
}

interface Scene {
  readonly wiki: Wiki
  readonly caller: Caller
  readonly facts: ChangeFacts
  readonly entry: LoggedChange
}

interface Named {
  readonly ns: number
  readonly title: string
}

function eventsOf(scene: Scene): StreamEvent[] {
  const { facts, entry } = scene
  const revision = facts.revisions.get(Number(entry.data.revision))
  const change = facts.byRevision.get(Number(entry.data.revision)) ?? facts.byLog.get(logOf(entry))
  const log = facts.logs.get(logOf(entry))
  const events: (StreamEvent | null)[] = []
  // Revisions of pages that were deleted since are no longer public.
  if (entry.kind === 'edit') {
    if (!revision) return []
    if (change) events.push(event(scene, 'recentchange', revision, recentChange(scene, change)))
    events.push(event(scene, 'revision-create', revision, revisionData(scene)))
    if (!entry.data.parent) events.push(event(scene, 'page-create', revision, revisionData(scene)))
  } else if (log && seesLog(scene, log)) {
    if (change) events.push(event(scene, 'recentchange', change, recentChange(scene, change)))
    const stream = OF_KIND[entry.kind]
    if (stream) events.push(event(scene, stream, log, pageData(scene, log)))
  }
  return events.filter(each => each !== null)
}

const seesLog = ({ caller }: Scene, log: LogRow): boolean => {
  const right = LOG_RIGHTS[log.type]
  return (right === undefined || caller.can(right)) && canSeeInLog(log.deleted, 'text', caller)
}

const event = (
  { wiki, entry }: Scene,
  stream: Stream,
  { ns, title }: Named,
  data: Record<string, unknown> | null,
): StreamEvent | null =>
  data && {
    stream,
    schema: SCHEMAS[stream],
    seq: entry.seq,
    index: ORDER.indexOf(stream),
    at: entry.at,
    uri: canonicalUrl(wiki.site, { ns, dbkey: title }),
    data,
  }

const TYPES: Readonly<Record<number, string>> = { 0: 'edit', 1: 'new', 3: 'log', 5: 'external', 6: 'categorize' }

function recentChange(scene: Scene, row: ChangeRow): Record<string, unknown> | null {
  const { wiki, caller, facts } = scene
  const isLog = row.type === 3
  const sees = isLog ? canSeeInLog : canSee
  if (isLog && !canSeeInLog(row.deleted, 'text', caller)) return null
  const { site } = wiki
  const url = canonicalUrl(site, { ns: row.ns, dbkey: row.title })
  return {
    id: row.id,
    type: TYPES[row.type] ?? 'edit',
    namespace: row.ns,
    title: prefixedText(site, row.ns, row.title),
    title_url: url,
    ...(sees(row.deleted, 'comment', caller) && { comment: facts.summaries.get(row.summary_id) ?? '' }),
    timestamp: row.timestamp,
    ...(sees(row.deleted, 'user', caller) && { user: facts.actors.get(row.actor_id)?.name ?? '' }),
    bot: row.bot !== 0,
    ...(isLog
      ? { log_id: row.log_id, log_type: row.log_type, log_action: row.log_action }
      : {
          notify_url: canonicalUrl(
            site,
            { ns: row.ns, dbkey: row.title },
            `diff=${row.this_rev}&oldid=${row.last_rev}`,
          ),
          minor: row.minor !== 0,
          length: {
            ...(row.old_length !== null && row.last_rev !== 0 && { old: row.old_length }),
            new: row.new_length ?? 0,
          },
          revision: { ...(row.last_rev !== 0 && { old: row.last_rev }), new: row.this_rev },
        }),
    ...siteFacts(wiki),
  }
}

function siteFacts({ site, services }: Wiki): Record<string, unknown> {
  const { origin, hostname } = new URL(services.config.siteUrl)
  const { general } = site.info
  return {
    server_url: origin,
    server_name: hostname,
    server_script_path: general.scriptpath ?? '',
    wiki: general.wikiid ?? 'wiki',
  }
}

function performer({ facts, entry }: Scene, actorId: number): Record<string, unknown> {
  const actor = facts.actors.get(actorId)
  const account = actor?.account_id ?? null
  const groups = account === null ? [] : (facts.groups.get(account) ?? [])
  const change = facts.byRevision.get(Number(entry.data.revision)) ?? facts.byLog.get(logOf(entry))
  return {
    user_text: actor?.name ?? '',
    user_groups: ['*', ...(account === null ? [] : ['user']), ...groups],
    user_is_bot: change ? change.bot !== 0 : groups.includes('bot'),
    ...(account !== null && { user_id: account }),
  }
}

function revisionData(scene: Scene): Record<string, unknown> | null {
  const { wiki, caller, facts, entry } = scene
  const row = facts.revisions.get(Number(entry.data.revision))!
  return {
    database: wiki.site.info.general.wikiid ?? 'wiki',
    ...(canSee(row.deleted, 'user', caller) && { performer: performer(scene, row.actor_id) }),
    page_id: row.page_id,
    page_title: prefixedDbKey(wiki.site, row.ns, row.title),
    page_namespace: row.ns,
    page_is_redirect: facts.pages.get(row.page_id ?? 0)?.is_redirect === 1,
    rev_id: row.id,
    ...(row.parent_id && { rev_parent_id: row.parent_id }),
    rev_timestamp: isoTimestamp(row.timestamp),
    ...(canSee(row.deleted, 'text', caller) && { rev_sha1: row.sha1 }),
    rev_minor_edit: row.minor !== 0,
    rev_len: row.length ?? 0,
    rev_content_model: facts.models.get(row.id) ?? 'wikitext',
    ...(canSee(row.deleted, 'comment', caller) && { comment: facts.summaries.get(row.summary_id) ?? '' }),
  }
}

/** A page that was deleted, restored or moved. */
function pageData(scene: Scene, log: LogRow): Record<string, unknown> {
  const { wiki, caller, facts, entry } = scene
  const { site } = wiki
  const moved = entry.kind === 'move' ? nameOf(String(entry.data.to)) : null
  const { ns, title } = moved ?? log
  const page = facts.pages.get(Number(entry.data.page))
  return {
    database: site.info.general.wikiid ?? 'wiki',
    ...(canSeeInLog(log.deleted, 'user', caller) && { performer: performer(scene, log.actor_id) }),
    page_id: Number(entry.data.page),
    page_title: prefixedDbKey(site, ns, title),
    page_namespace: ns,
    page_is_redirect: page?.is_redirect === 1,
    ...(page && { rev_id: page.latest_rev }),
    ...(canSeeInLog(log.deleted, 'comment', caller) && { comment: facts.summaries.get(log.summary_id) ?? '' }),
    ...(moved && { prior_state: { page_title: prefixedDbKey(site, log.ns, log.title), page_namespace: log.ns } }),
  }
}

/** `4:Title`, as the change log names pages. */
function nameOf(subject: string): Named {
  const colon = subject.indexOf(':')
  return { ns: Number(subject.slice(0, colon)), title: subject.slice(colon + 1) }
}
