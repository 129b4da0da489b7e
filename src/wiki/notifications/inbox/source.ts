// The wiki's notifications on the site: who gets them, and what their readers may see.
import type { Caller } from '#accounts/caller.ts'
import type { InboxSource, ShownEntry } from '#core/inbox-source.ts'
import type { Services } from '#core/services.ts'
import type { LoggedChange } from '#events/change-log.ts'
import type { NewEntry } from '#events/inbox/deliver.ts'
import type { InboxRow } from '#events/inbox/entries.ts'
import type { Reader } from '#store/store.ts'
import { actorsById } from '../../content/actors.ts'
import { type RevisionRow, selectRevisions } from '../../content/revisions.ts'
import { summaryTexts } from '../../content/summaries.ts'
import { openTextWiki } from '../../open-wiki.ts'
import { canSee, canSeeInLog } from '../../site/hidden-parts.ts'
import { prefixedText } from '../../site/title-format.ts'
import { encodeFragment, localUrl } from '../../site/urls.ts'
import type { TextWiki } from '../../wiki.ts'
import { entriesForEdit } from './produce.ts'

export function wikiInbox(services: Services): InboxSource {
  let opened: Promise<TextWiki> | undefined
  const wiki = () => {
    opened ??= openTextWiki(services.store, services.config, null, services.face)
    return opened
  }
  return {
    area: 'wiki',
    entriesOf: async (db, entry) => mayRead(services, await entriesFor(services, await wiki(), db, entry)),
    show: async (db, rows, caller) => (caller.can('read') ? shown(await wiki(), db, rows, caller) : []),
  }
}

async function entriesFor(
  services: Services,
  wiki: TextWiki,
  db: Reader,
  entry: LoggedChange,
): Promise<readonly NewEntry[]> {
  if (entry.kind === 'edit') return entriesForEdit(services, wiki, db, entry)
  if (entry.kind === 'groups') return rightsChange(db, entry)
  return []
}

/** The entries whose recipients may read the wiki. */
async function mayRead(services: Services, entries: readonly NewEntry[]): Promise<readonly NewEntry[]> {
  if (services.permissions.rightsOfAll(['*']).includes('read')) return entries
  const allowed: NewEntry[] = []
  for (const entry of entries) if ((await services.callers.actingFor(entry.account))?.can('read')) allowed.push(entry)
  return allowed
}

async function rightsChange(db: Reader, { data, accountId }: LoggedChange): Promise<NewEntry[]> {
  const log = await db
    .selectFrom('log')
    .select(['id', 'title', 'summary_id'])
    .where('id', '=', Number(data.log))
    .executeTakeFirst()
  if (log === undefined) return []
  const account = await db
    .selectFrom('account')
    .select('id')
    .where('name', '=', log.title.replaceAll('_', ' '))
    .executeTakeFirst()
  if (account === undefined) return []
  const text = (await summaryTexts(db, [log.summary_id])).get(log.summary_id) ?? ''
  return [
    { account: account.id, kind: 'rights', area: 'wiki', event: `log/${log.id}`, actor: accountId, log: log.id, text },
  ]
}

/** What may be seen of the entries. Those about deleted pages and hidden revisions are left out. */
async function shown(wiki: TextWiki, db: Reader, rows: readonly InboxRow[], caller: Caller): Promise<ShownEntry[]> {
  const revisionIds = rows.flatMap(row => row.revision_id ?? [])
  const revisions =
    revisionIds.length === 0 ? [] : await selectRevisions(db).where('revision.id', 'in', revisionIds).execute()
  const logIds = rows.flatMap(row => row.log_id ?? [])
  const logs = logIds.length === 0 ? [] : await db.selectFrom('log').selectAll().where('id', 'in', logIds).execute()
  const actors = await actorsById(
    db,
    [...revisions, ...logs].map(each => each.actor_id),
  )
  const revisionOf = new Map(revisions.map(each => [each.id, each]))
  const logOf = new Map(logs.map(each => [each.id, each]))
  return rows.flatMap((row): ShownEntry[] => {
    const revision = revisionOf.get(row.revision_id ?? -1)
    const log = logOf.get(row.log_id ?? -1)
    if (row.revision_id !== null && (revision === undefined || !canSee(revision.deleted, 'text', caller))) return []
    if (row.log_id !== null && (log === undefined || !canSeeInLog(log.deleted, 'text', caller))) return []
    const page = revision ?? log
    if (page === undefined) return []
    const isUserSeen = log ? canSeeInLog(log.deleted, 'user', caller) : canSee(page.deleted, 'user', caller)
    const isTextSeen =
      (revision === undefined || row.kind !== 'revert' || canSee(revision.deleted, 'comment', caller)) &&
      (log === undefined || canSeeInLog(log.deleted, 'comment', caller))
    return [
      {
        row,
        actor: isUserSeen ? (actors.get((log ?? page).actor_id)?.name ?? null) : null,
        where: [prefixedText(wiki.site, page.ns, page.title)],
        link: linkTo(wiki, row, page, revision),
        text: isTextSeen ? row.text : '',
      },
    ]
  })
}

function linkTo(
  { site }: TextWiki,
  row: InboxRow,
  { ns, title }: { readonly ns: number; readonly title: string },
  revision: RevisionRow | undefined,
): string {
  const page = { ns, dbkey: title }
  if (row.kind === 'rights') return localUrl(site, { ns: -1, dbkey: `UserRights/${title}` })
  if (revision !== undefined && (row.kind === 'revert' || row.kind === 'thanks'))
    return localUrl(site, page, `diff=${revision.id}&oldid=${revision.parent_id ?? 0}`)
  return localUrl(site, page) + (row.anchor === '' ? '' : `#${encodeURI(encodeFragment(row.anchor))}`)
}
