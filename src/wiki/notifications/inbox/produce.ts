import type { Services } from '#core/services.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { NewEntry } from '#events/inbox/deliver.ts'
import { statement } from '#store/statement.ts'
import type { Reader } from '#store/store.ts'
import { subscribersOf } from '../../content/discussions/subscriptions.ts'
import { type RevisionRow, selectRevisions } from '../../content/revisions.ts'
import { NS } from '../../site/namespaces.ts'
import type { TextWiki } from '../../wiki.ts'
import { isSignedOn } from '../mentions.ts'
import { isNobodysNews, mentioned, owner } from '../recipients.ts'
import { addedBy } from '../texts.ts'
import { newComments } from './new-comments.ts'
import { plainSummary, plainWords, topicOf } from './plain-words.ts'

/** An edit, with what producers usually need to know about it. */
export interface Edit {
  readonly services: Services
  readonly wiki: TextWiki
  readonly db: Reader
  readonly revision: RevisionRow
  /** The account of the author; null for unregistered users. */
  readonly actor: number | null
  /** The lines it added, read when a producer first asks for them. */
  lines(): Promise<readonly string[]>
  /** The name of the author. */
  readonly author: string
  readonly summary: string
  /** Earlier revisions that it reverted. */
  readonly reverted: readonly number[]
}

/** Finds the entries of one kind that an edit causes. */
type Producer = (edit: Edit) => Promise<readonly NewEntry[]>

/** In order of precedence: each person gets one entry per edit. Add a producer here. */
const PRODUCERS: readonly Producer[] = [reverts, talkPage, mentions, replies]

/** Revisions with author and summary, read for every edit. */
const EDITS = statement(db =>
  selectRevisions(db)
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .innerJoin('summary', 'summary.id', 'revision.summary_id')
    .select(['actor.name as author', 'summary.text as summary']),
)

/** The entries for an edit: each account once. */
export async function entriesForEdit(
  services: Services,
  wiki: TextWiki,
  db: Reader,
  { data, accountId }: LoggedChange,
): Promise<NewEntry[]> {
  const [revision] = await EDITS.where('revision.id', '=', Number(data.revision)).all(db)
  // Deleted since then, or hidden: nothing to report.
  if (revision === undefined || revision.deleted !== 0) return []
  let lines: Promise<readonly string[]> | undefined
  const edit: Edit = {
    services,
    wiki,
    db,
    revision,
    actor: accountId,
    author: revision.author,
    summary: revision.summary,
    lines: () => {
      lines ??= addedBy(wiki, db, revision)
      return lines
    },
    reverted: Array.isArray(data.reverted) ? data.reverted.map(Number) : [],
  }
  const first = new Map<number, NewEntry>()
  for (const producer of PRODUCERS)
    for (const entry of await producer(edit)) if (!first.has(entry.account)) first.set(entry.account, entry)
  return [...first.values()]
}

/** What all entries about an edit share. */
export const aboutEdit = ({ revision, actor }: Edit): Omit<NewEntry, 'account' | 'kind'> => ({
  area: 'wiki',
  event: `revision/${revision.id}`,
  actor,
  page: revision.page_id,
  revision: revision.id,
  thread: `page/${revision.page_id}`,
})

/** Whose edits it undid or rolled back. */
async function reverts(edit: Edit): Promise<NewEntry[]> {
  const { db, reverted, summary } = edit
  if (reverted.length === 0) return []
  const rows = await db
    .selectFrom('revision')
    .innerJoin('actor', 'actor.id', 'revision.actor_id')
    .select('actor.account_id')
    .distinct()
    .where('revision.id', 'in', reverted)
    .where('actor.account_id', 'is not', null)
    .execute()
  return rows.map(row => ({
    ...aboutEdit(edit),
    kind: 'revert',
    account: row.account_id!,
    text: plainSummary(summary),
  }))
}

async function talkPage(edit: Edit): Promise<NewEntry[]> {
  const { db, revision, services, wiki, author, summary } = edit
  if (revision.ns !== NS.userTalk) return []
  if (await isNobodysNews(services, revision.minor === 1, edit.actor)) return []
  const owners = await owner(db, revision)
  if (owners.length === 0) return []
  const lines = await edit.lines()
  const title = topicOf(lines, summary)
  return owners.map(({ account }) => ({
    ...aboutEdit(edit),
    kind: 'talk',
    account,
    title,
    anchor: title,
    text: plainWords(wiki.site, lines, author) || plainSummary(summary),
  }))
}

async function mentions(edit: Edit): Promise<NewEntry[]> {
  const { db, revision, wiki, author, summary } = edit
  if (revision.minor === 1) return []
  const people = await mentioned(wiki, db, revision)
  if (people.length === 0) return []
  const lines = await edit.lines()
  const title = topicOf(lines, summary)
  return people.map(({ account }) => ({
    ...aboutEdit(edit),
    kind: 'mention',
    account,
    title,
    anchor: title,
    text: plainWords(wiki.site, lines, author),
  }))
}

/** Subscribers of the topics in which it added comments. */
async function replies(edit: Edit): Promise<NewEntry[]> {
  const { db, revision, wiki, author } = edit
  if (revision.minor === 1 || !isSignedOn(revision.ns)) return []
  const lines = await edit.lines()
  const entries: NewEntry[] = []
  for (const { comment, topic } of await newComments(wiki, db, revision, lines, author))
    for (const account of await subscribersOf(db, [topic.name]))
      entries.push({
        ...aboutEdit(edit),
        kind: 'reply',
        account,
        thread: `topic/${revision.page_id}/${topic.name}`,
        title: topic.title,
        anchor: comment.id,
        text: plainWords(wiki.site, lines, author),
      })
  return entries
}
