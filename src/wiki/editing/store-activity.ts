import type { Caller } from '#accounts/caller.ts'
import type { NewId, StatementChain } from '#store/statement-chain.ts'
import type { Writer } from '#store/store.ts'
import type { PageName } from '../content/pages.ts'

/** An edit to record in recent changes and logs. */
export interface Activity extends PageName {
  readonly caller: Caller
  readonly timestamp: number
  readonly actorId: number
  readonly summaryId: number
  readonly pageId: number
  readonly revisionId: number
  /** 0 for a new page. */
  readonly parentId: number
  readonly oldLength: number
  readonly newLength: number
  readonly minor: boolean
  readonly bot: boolean
}

/** Values that identify the kinds of recent changes. */
const EDIT = { type: 0, source: 'mw.edit' } as const
const NEW = { type: 1, source: 'mw.new' } as const
const LOG = { type: 3, source: 'mw.log' } as const
/** Unpatrolled, or autopatrolled. */
const PATROLLED = { not: 0, byItself: 2 } as const

/** An edit whose IDs the same chain assigns. */
type NewActivity = {
  readonly [Field in keyof Activity]: Field extends 'summaryId' | 'revisionId' ? NewId : Activity[Field]
}

export function addChange(chain: StatementChain, edit: NewActivity): NewId {
  const isNew = edit.parentId === 0
  return chain.insert('recent_change', {
    ...(isNew ? NEW : EDIT),
    timestamp: edit.timestamp,
    actor_id: edit.actorId,
    ns: edit.ns,
    title: edit.title,
    summary_id: edit.summaryId,
    minor: edit.minor ? 1 : 0,
    bot: edit.bot ? 1 : 0,
    is_new: isNew ? 1 : 0,
    page_id: edit.pageId,
    this_rev: edit.revisionId,
    last_rev: edit.parentId,
    patrolled: edit.caller.can('autopatrol') ? PATROLLED.byItself : PATROLLED.not,
    ip: edit.caller.ip,
    old_length: edit.oldLength,
    new_length: edit.newLength,
    params: '',
  })
}

/** Logs a content model that changed, or that differs from the default of a new page, and adds it to recent changes. */
export async function logContentModel(
  tx: Writer,
  edit: Activity,
  models: { readonly old: string | null; readonly new: string },
): Promise<{ logId: number; changeId: number }> {
  const action = models.old === null ? 'new' : 'change'
  const params = `a:2:{s:11:"4::oldmodel";${serialized(models.old)}s:11:"5::newmodel";${serialized(models.new)}}`
  const about = {
    timestamp: edit.timestamp,
    actor_id: edit.actorId,
    ns: edit.ns,
    title: edit.title,
    page_id: edit.pageId,
    summary_id: edit.summaryId,
    params,
  }
  const { id } = await tx
    .insertInto('log')
    .values({ type: 'contentmodel', action, ...about })
    .returning('id')
    .executeTakeFirstOrThrow()
  const change = await tx
    .insertInto('recent_change')
    .values({
      ...LOG,
      ...about,
      log_id: id,
      log_type: 'contentmodel',
      log_action: action,
      bot: edit.caller.can('bot') ? 1 : 0,
      patrolled: PATROLLED.byItself,
      ip: edit.caller.ip,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { logId: id, changeId: change.id }
}

const serialized = (model: string | null): string =>
  model === null ? 'b:0;' : `s:${Buffer.byteLength(model)}:"${model}";`

/** Logs a page creation, without a recent changes entry. Returns the log ID. */
export async function logCreation(tx: Writer, edit: Activity): Promise<number> {
  const { id } = await tx
    .insertInto('log')
    .values({
      type: 'create',
      action: 'create',
      timestamp: edit.timestamp,
      actor_id: edit.actorId,
      ns: edit.ns,
      title: edit.title,
      page_id: edit.pageId,
      summary_id: edit.summaryId,
      params: `a:1:{s:17:"associated_rev_id";i:${edit.revisionId};}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('log_search')
    .values({ field: 'associated_rev_id', value: String(edit.revisionId), log_id: id })
    .execute()
  return id
}
