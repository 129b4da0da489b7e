import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import type { Writer } from '#store/store.ts'
import type { Serializable } from '../php/serialize.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { storeLogEntry } from './log-entry.ts'
import { storeTags, tagUses } from './store-tags.ts'

/** The change to tag, by one of its IDs. */
export type TaggedBy =
  | { readonly kind: 'revid'; readonly id: number }
  | { readonly kind: 'rcid'; readonly id: number }
  | { readonly kind: 'logid'; readonly id: number }

interface TagOrder {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly change: TaggedBy
  readonly add: readonly string[]
  readonly remove: readonly string[]
  readonly reason: string
  /** Tags for the log entry. */
  readonly tags: readonly string[]
}

interface TagOutcome {
  readonly logId: number
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** All IDs of a change; its tags apply to all of them. */
interface Numbers {
  readonly rc: number | null
  readonly rev: number | null
  readonly log: number | null
}

/** Adds and removes tags of a change and logs it. Null when nothing changes. */
export async function tagChange(tx: Writer, wiki: Wiki, order: TagOrder): Promise<TagOutcome | null> {
  const { change, caller, now, reason } = order
  const numbers = await numbersOf(tx, change)
  const before = await tagsOn(tx, numbers)
  const added = order.add.filter(tag => tag !== '' && !before.includes(tag))
  const known = new Set([...before, ...added])
  const removed = order.remove.filter(tag => known.has(tag))
  const after = [...known].filter(tag => !removed.includes(tag))
  if (after.length === before.length && before.every(tag => after.includes(tag))) return null
  await storeTags(tx, tagUses(added, { revisionId: numbers.rev, changeId: numbers.rc, logId: numbers.log }))
  for (const tag of removed) await removeTag(tx, tag, numbers)
  const target = await targetOf(tx, wiki, numbers)
  const logId = await storeLogEntry(tx, {
    type: 'tag',
    action: 'update',
    caller,
    now,
    target,
    pageId: target.pageId,
    reason,
    params: {
      '4::revid': idParam(change, 'revid', numbers.rev),
      '5::logid': idParam(change, 'logid', numbers.log),
      '6:list:tagsAdded': added,
      '7:number:tagsAddedCount': added.length,
      '8:list:tagsRemoved': removed,
      '9:number:tagsRemovedCount': removed.length,
      initialTags: [...before].sort(),
    },
    found: [{ field: 'Tag', values: [...added, ...removed] }],
    tags: order.tags,
    amongChanges: false,
  })
  // Invalidates lists that show the tags. The log ID is called `entry` so that no emails are sent about it.
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'tag',
    accountId: caller.account?.id ?? null,
    subject: `${target.ns}:${target.title}`,
    data: { entry: logId },
  })
  return { logId, added, removed }
}

/** MediaWiki stores the requested ID as a number and the derived ones as strings. */
function idParam({ kind, id }: TaggedBy, name: TaggedBy['kind'], found: number | null): Serializable {
  if (kind === name) return id
  return found === null ? false : String(found)
}

async function numbersOf(tx: Writer, { kind, id }: TaggedBy): Promise<Numbers> {
  const changes = tx.selectFrom('recent_change').select(['id', 'this_rev', 'log_id'])
  if (kind === 'revid') {
    const change = await changes.where('this_rev', '=', id).executeTakeFirst()
    return { rc: change?.id ?? null, rev: id, log: await logOfRevision(tx, id) }
  }
  if (kind === 'logid') {
    const change = await changes.where('log_id', '=', id).executeTakeFirst()
    return { rc: change?.id ?? null, rev: await revisionOfLog(tx, id), log: id }
  }
  const change = await changes.where('id', '=', id).executeTakeFirst()
  const [rev, log] = [change?.this_rev || null, change?.log_id || null]
  return {
    rc: id,
    rev: rev ?? (log === null ? null : await revisionOfLog(tx, log)),
    log: log ?? (rev === null ? null : await logOfRevision(tx, rev)),
  }
}

const FIELD = 'associated_rev_id'

async function logOfRevision(tx: Writer, revisionId: number): Promise<number | null> {
  const found = tx.selectFrom('log_search').where('field', '=', FIELD).where('value', '=', String(revisionId))
  return (await found.select('log_id').executeTakeFirst())?.log_id ?? null
}

async function revisionOfLog(tx: Writer, logId: number): Promise<number | null> {
  const found = tx.selectFrom('log_search').where('log_id', '=', logId).where('field', '=', FIELD)
  return Number((await found.select('value').executeTakeFirst())?.value ?? 0) || null
}

const tagged = (tx: Writer, { rc, rev, log }: Numbers) => {
  let rows = tx.selectFrom('change_tag')
  if (rc !== null) rows = rows.where('change_tag.rc_id', '=', rc)
  if (rev !== null) rows = rows.where('change_tag.rev_id', '=', rev)
  if (log !== null) rows = rows.where('change_tag.log_id', '=', log)
  return rows
}

async function tagsOn(tx: Writer, numbers: Numbers): Promise<string[]> {
  const rows = await tagged(tx, numbers)
    .innerJoin('tag_def', 'tag_def.id', 'change_tag.tag_id')
    .orderBy('change_tag.tag_id')
    .select('tag_def.name')
    .execute()
  return rows.map(row => row.name)
}

/** Removes a tag; one that was never defined disappears with its last use. */
async function removeTag(tx: Writer, name: string, numbers: Numbers): Promise<void> {
  const tag = await tx.selectFrom('tag_def').where('name', '=', name).select('id').executeTakeFirst()
  if (!tag) return
  const rows = await tagged(tx, numbers).where('tag_id', '=', tag.id).select('change_tag.id').execute()
  if (rows.length === 0) return
  const ids = rows.map(row => row.id)
  await tx.deleteFrom('change_tag').where('id', 'in', ids).execute()
  await tx
    .updateTable('tag_def')
    .set(eb => ({ count: eb('count', '-', rows.length) }))
    .where('id', '=', tag.id)
    .execute()
  await tx.deleteFrom('tag_def').where('id', '=', tag.id).where('count', '=', 0).where('user_defined', '=', 0).execute()
}

/** The log target: the page, or the special page for the other log entry. */
async function targetOf(
  tx: Writer,
  { site }: Wiki,
  { rev, log }: Numbers,
): Promise<{ ns: number; title: string; pageId: number }> {
  if (rev !== null) {
    const page = await tx
      .selectFrom('revision')
      .innerJoin('page', 'page.id', 'revision.page_id')
      .where('revision.id', '=', rev)
      .select(['page.ns', 'page.title', 'page.id'])
      .executeTakeFirst()
    if (page) return { ns: page.ns, title: page.title, pageId: page.id }
  }
  const special = (title: string) => ({ ns: NS.special, title, pageId: 0 })
  if (rev !== null || log === null) return special(site.specialPages.localKey('Tags'))
  const entry = await tx.selectFrom('log').where('id', '=', log).select('type').executeTakeFirst()
  return special(site.specialPages.localKey('Log', entry?.type))
}
