// Which entries list=logevents finds, with who made them and why.
import { type Direction, from } from '#store/keyset.ts'
import type { Reader } from '#store/store.ts'
import { type TemplateValues, template } from '#store/template.ts'
import { notAllSet } from '../../site/hidden-parts.ts'

/** Conditions on log entries; what is undefined, or an empty list, is no condition. */
export interface LogFilter extends TemplateValues {
  readonly hiddenTypes: readonly string[]
  readonly type: string | undefined
  readonly action: string | undefined
  readonly actor: number | undefined
  readonly ns: number | undefined
  readonly title: string | undefined
  /** Titles from the first up to, but without, the second. */
  readonly titleFrom: string | undefined
  readonly titleTo: string | undefined
  readonly oldest: number | undefined
  readonly latest: number | undefined
  readonly afterTime: number | undefined
  readonly afterId: number | undefined
}

/**
 * Whoever filters by a user or a title must not find entries that hide it from them: `userBits` and `textBits` are the bits
 * that do, 0 where nothing is to be left out.
 */
function select(db: Reader, v: LogFilter, limit: number, order: Direction, userBits: number, textBits: number) {
  let query = db
    .selectFrom('log')
    .leftJoin('actor', 'actor.id', 'log.actor_id')
    .leftJoin('summary', 'summary.id', 'log.summary_id')
    // The page that has this title now, whatever page the entry was about.
    .leftJoin('page', join => join.onRef('page.ns', '=', 'log.ns').onRef('page.title', '=', 'log.title'))
    .selectAll('log')
    .select(['actor.name as actor_name', 'actor.account_id as actor_account'])
    .select(['summary.text as comment', 'page.id as current_page'])
    .orderBy('log.timestamp', order)
    .orderBy('log.id', order)
    .limit(limit)
  if (v.hiddenTypes.length > 0) query = query.where('log.type', 'not in', v.hiddenTypes)
  if (v.type !== undefined) query = query.where('log.type', '=', v.type)
  if (v.action !== undefined) query = query.where('log.action', '=', v.action)
  if (v.actor !== undefined) query = query.where('log.actor_id', '=', v.actor)
  if (v.ns !== undefined) query = query.where('log.ns', '=', v.ns)
  if (v.title !== undefined) query = query.where('log.title', '=', v.title)
  if (v.titleFrom !== undefined) query = query.where('log.title', '>=', v.titleFrom)
  if (v.titleTo !== undefined) query = query.where('log.title', '<', v.titleTo)
  if (userBits > 0) query = query.where(notAllSet('log.deleted', userBits))
  if (textBits > 0) query = query.where(notAllSet('log.deleted', textBits))
  if (v.oldest !== undefined) query = query.where('log.timestamp', '>=', v.oldest)
  if (v.latest !== undefined) query = query.where('log.timestamp', '<=', v.latest)
  if (v.afterId !== undefined) query = query.where(from(['log.timestamp', 'log.id'], [v.afterTime, v.afterId], order))
  return query
}

/** The statement itself, for those who have conditions of their own. */
export { select as selectLogEntries }

export const logEntries = template(select)

export type LogRow = Awaited<ReturnType<typeof logEntries>>[number]
