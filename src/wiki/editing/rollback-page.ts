import type { Selectable } from 'kysely'
import type { Caller } from '#accounts/caller.ts'
import type { Reader, Writer } from '#store/store.ts'
import type { Database } from '#store/tables/database.ts'
import { actorsById } from '../content/actors.ts'
import { ownMessages } from '../content/own-messages.ts'
import type { PageRow } from '../content/pages.ts'
import { siteTime } from '../content/site-words.ts'
import { slotsOf } from '../content/slots.ts'
import type { TextWork } from '../content/text-work/text-work.ts'
import { isHidden } from '../site/hidden-parts.ts'
import type { Wiki } from '../wiki.ts'
import { markOf } from './edit-marks.ts'
import { type PageState, revisionText } from './page-state.ts'
import { type PageSave, type SavedPage, savePage } from './save-page.ts'
import { shortened } from './store-revision.ts'
import { revisionsBetween } from './undo.ts'

type Revision = Selectable<Database['revision']>

/** The edits to roll back: the latest consecutive ones by one author. */
export interface LastEdits {
  readonly current: Revision
  /** Their author; null when hidden. */
  readonly author: string | null
  /** The last revision by another author: null when there is none, `hidden` when its text is hidden. */
  readonly target: Revision | 'hidden' | null
}

/** Null when the page or its latest revision no longer exists. */
export async function findLastEdits(db: Reader, { id, latest_rev }: PageRow): Promise<LastEdits | null> {
  const revisions = db.selectFrom('revision').where('page_id', '=', id).selectAll()
  const current = await revisions.where('id', '=', latest_rev).executeTakeFirst()
  if (current === undefined) return null
  const others = revisions.where('actor_id', '!=', current.actor_id).orderBy('timestamp', 'desc').orderBy('id', 'desc')
  const target = (await others.limit(1).executeTakeFirst()) ?? null
  const hidden = target !== null && (isHidden(target.deleted, 'text') || isHidden(target.deleted, 'user'))
  return { current, author: await authorOf(db, current), target: hidden ? 'hidden' : target }
}

async function authorOf(db: Reader, { actor_id, deleted }: Revision): Promise<string | null> {
  if (isHidden(deleted, 'user')) return null
  return (await actorsById(db, [actor_id])).get(actor_id)?.name ?? null
}

interface Order {
  readonly caller: Caller
  /** Unix time in seconds. */
  readonly now: number
  readonly state: PageState & { readonly page: PageRow }
  readonly current: Revision
  readonly target: Revision
  /** Empty for the default summary. */
  readonly summary: string
  /** Marks the rolled-back edits and the rollback as bot edits. */
  readonly asBot: boolean
}

/** A rollback with its expensive parts precomputed. */
export interface Rollback extends Order {
  readonly told: string
  /** Null when the page already has that text. */
  readonly save: PageSave | null
}

export async function prepareRollback(wiki: Wiki, work: TextWork, order: Order): Promise<Rollback> {
  const { caller, now, state, current, target, asBot } = order
  const slots = (await slotsOf(wiki.db, [target.id])).get(target.id) ?? []
  const model = slots.find(slot => slot.role === 'main')?.model ?? state.model
  const text = (await revisionText(wiki, target.id)) ?? ''
  const logSummary = await summaryOf(wiki, order)
  if (text === state.text && model === state.model) return { ...order, told: logSummary, save: null }
  const mark = markOf(wiki, { text: state.text ?? '', model: state.model }, { text, model })
  const tags = ['mw-rollback', ...(mark?.tag === undefined ? [] : [mark.tag])]
  if (model !== state.model) tags.push('mw-contentmodelchange')
  const reverted = await revisionsBetween(wiki.db, state, target.id, current.id)
  const save: PageSave = {
    caller,
    now,
    state,
    text,
    model,
    tags,
    reverted,
    summary: shortened(logSummary),
    modelChange: { comment: shortened(logSummary), tags: [] },
    minor: caller.can('minoredit'),
    bot: asBot,
    watched: null,
    harvest: await work.run('harvest', { page: { ns: state.ns, dbkey: state.title }, text, model }),
  }
  return { ...order, told: logSummary, save }
}

/**
 * Restores the last revision by another author, within the given transaction. Null when the page changed concurrently
 * or already has that text; the edits in between are marked as patrolled either way.
 */
export async function rollbackPage(tx: Writer, wiki: Wiki, rollback: Rollback): Promise<SavedPage | null> {
  const { save } = rollback
  const saved = save && (await savePage(tx, wiki, save))
  await settleChanges(tx, rollback)
  return saved
}

/** Marks the rolled-back edits as patrolled. */
async function settleChanges(tx: Writer, { current, target, asBot }: Rollback): Promise<void> {
  const between = () =>
    tx
      .updateTable('recent_change')
      .where('page_id', '=', current.page_id)
      .where('actor_id', '=', current.actor_id)
      .where(eb =>
        eb.or([
          eb('timestamp', '>', target.timestamp),
          eb.and([eb('timestamp', '=', target.timestamp), eb('this_rev', '>', target.id)]),
        ]),
      )
  await between().where('patrolled', '=', 0).set({ patrolled: 2 }).execute()
  if (asBot) await between().set({ bot: 1 }).execute()
}

/** Fallbacks for a wiki without interface messages. */
const WORDS = {
  revertpage:
    'Reverted edits by [[Special:Contributions/$2|$2]] ([[User talk:$2|talk]]) to last revision by [[User:$1|$1]]',
  'revertpage-nouser': 'Reverted edits by a hidden user to last revision by [[User:$1|$1]]',
} as const

async function summaryOf(wiki: Wiki, { current, target, summary }: Order): Promise<string> {
  const [targetAuthor, author] = [await authorOf(wiki.db, target), await authorOf(wiki.db, current)]
  const time = await siteTime(wiki)
  const params = [
    ...[targetAuthor ?? '', author ?? '', String(target.id), time(target.timestamp)],
    ...[String(current.id), time(current.timestamp)],
  ]
  const filled = (text: string) => text.replace(/\$([1-6])/g, (_all, index: string) => params[Number(index) - 1]!)
  if (summary !== '') return filled(summary).trim()
  const key = author === null ? 'revertpage-nouser' : 'revertpage'
  const own = (await ownMessages(wiki, wiki.site.language, [key]))(key)
  return filled(own ? withoutGender(own) : WORDS[key]).trim()
}

/** Unwraps `GENDER` with a single form, which applies to every gender. */
const withoutGender = (text: string): string => text.replace(/\{\{GENDER:[^{}|]*\|(\[\[[^[\]]*\]\])\}\}/g, '$1')
