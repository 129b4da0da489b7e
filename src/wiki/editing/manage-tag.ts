import type { Caller } from '#accounts/caller.ts'
import { appendChange } from '#events/change-log.ts'
import { lockRows } from '#store/lock-rows.ts'
import type { Writer } from '#store/store.ts'
import { isSoftwareTag } from '../content/tags.ts'
import { fail } from '../messages/message.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { titleOrNull } from '../site/titles.ts'
import type { Wiki } from '../wiki.ts'
import { storeLogEntry } from './log-entry.ts'

export type TagOperation = 'create' | 'delete' | 'activate' | 'deactivate'

interface TagManagement {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly operation: TagOperation
  readonly tag: string
  readonly reason: string
  /** Tags for the log entry. */
  readonly tags: readonly string[]
}

/** A tag with more uses cannot be deleted, because that would take too long. */
const MAX_USES = 5000

interface StoredTag {
  readonly id: number
  readonly count: number
  readonly user_defined: number
}

/** Creates, activates, deactivates or deletes a change tag. Returns the log ID. */
export async function manageTag(tx: Writer, wiki: Wiki, order: TagManagement): Promise<number> {
  const { operation, tag, caller, now, reason, tags } = order
  const stored =
    (await lockRows(
      tx,
      tx.selectFrom('tag_def').where('name', '=', tag).select(['id', 'count', 'user_defined']),
    ).executeTakeFirst()) ?? null
  const isOurs = isSoftwareTag(tag)
  switch (operation) {
    case 'create':
      checkName(wiki.site, tag)
      if (stored || isOurs) fail('tags-create-already-exists', [tag])
      await define(tx, tag)
      break
    case 'activate':
      if (isOurs || stored?.user_defined === 1) fail('tags-activate-not-allowed', [tag])
      if (!stored) fail('tags-activate-not-found', [tag])
      await define(tx, tag)
      break
    case 'deactivate':
      if (stored?.user_defined !== 1) fail('tags-deactivate-not-allowed', [tag])
      await undefine(tx, stored)
      break
    case 'delete':
      if (!stored && !isOurs) fail('tags-delete-not-found', [tag])
      if (stored && stored.count > MAX_USES) fail('tags-delete-too-many-uses', [tag, MAX_USES])
      if (isOurs) fail('tags-delete-not-allowed')
      await tx.deleteFrom('change_tag').where('tag_id', '=', stored!.id).execute()
      await tx.deleteFrom('tag_def').where('id', '=', stored!.id).execute()
  }
  const logId = await storeLogEntry(tx, {
    type: 'managetags',
    action: operation,
    caller,
    now,
    reason,
    tags,
    // The action has no page, but a log entry needs a target.
    target: { ns: NS.special, title: wiki.site.specialPages.localKey('Tags') },
    pageId: 0,
    params: { '4::tag': tag, ...(operation === 'delete' && { '5:number:count': stored!.count }) },
    found: [{ field: 'Tag', values: [tag] }],
  })
  await appendChange(tx, wiki.clock, {
    area: 'wiki',
    kind: 'managetags',
    accountId: caller.account?.id ?? null,
    subject: tag,
    data: { entry: logId },
  })
  return logId
}

/** A tag name must be a valid part of a message page title and must not contain list separators. */
function checkName(site: Site, tag: string): void {
  if (/[,|/]/.test(tag)) fail('tags-create-invalid-chars')
  const title = titleOrNull(site, `Tag-${tag}-description`, NS.mediawiki)
  if (title?.ns !== NS.mediawiki || title.interwiki !== '') fail('tags-create-invalid-title-chars')
}

async function define(tx: Writer, name: string): Promise<void> {
  await tx
    .insertInto('tag_def')
    .values({ name, user_defined: 1, count: 0 })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ user_defined: 1 }))
    .execute()
}

async function undefine(tx: Writer, { id, count }: StoredTag): Promise<void> {
  if (count === 0) await tx.deleteFrom('tag_def').where('id', '=', id).execute()
  else await tx.updateTable('tag_def').set({ user_defined: 0 }).where('id', '=', id).execute()
}
