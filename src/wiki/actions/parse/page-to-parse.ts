import type { ActionRun } from '../../api/action-run.ts'
import { type PageName, type PageRow, pagesById, pagesByName, redirectsFrom } from '../../content/pages.ts'
import { revisionFacts } from '../../content/revision-facts.ts'
import { REVISIONS, type RevisionRow } from '../../content/revisions.ts'
import { slotsOf } from '../../content/slots.ts'
import { readTexts } from '../../content/text-blobs.ts'
import { fail, messageParam } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { canSee } from '../../site/hidden-parts.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Redirect } from './parse-result.ts'
import type { Subject, SubjectArgs } from './subject.ts'

/** A stored page, at its latest or at a given revision. */
export async function pageToParse(run: ActionRun, a: SubjectArgs): Promise<Subject> {
  if (a.oldid !== undefined) return subjectFrom(run, await revisionRow(run, a.oldid), true, null)
  const named = a.pageid === undefined ? await pageTitled(run, a.page!) : await pageNumbered(run, a.pageid)
  const redirects: Redirect[] = []
  const page = a.redirects ? await followed(run, named, redirects) : named
  const row = await revisionRow(run, page.latest_rev)
  return subjectFrom(run, row, false, a.redirects ? redirects : null)
}

async function pageNumbered(run: ActionRun, id: number): Promise<PageRow> {
  const [page] = await pagesById(run.db, [id])
  return page ?? fail('apierror-nosuchpageid', [id])
}

async function pageTitled(run: ActionRun, text: string): Promise<PageRow> {
  const title = parseTitle(run.wiki.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return existing(run, { ns: title.ns, title: title.dbkey })
}

async function existing(run: ActionRun, name: PageName): Promise<PageRow> {
  if (name.ns < 0 || name.title === '') fail('apierror-pagecannotexist')
  const [page] = await pagesByName(run.db, [name])
  return page ?? fail('apierror-missingtitle')
}

/** Follows redirects until a page is not one or was already visited. */
async function followed(run: ActionRun, start: PageRow, steps: Redirect[]): Promise<PageRow> {
  const seen = new Set<number>()
  let page = start
  while (page.is_redirect === 1 && !seen.has(page.id)) {
    seen.add(page.id)
    const [target] = await redirectsFrom(run.db, [page.id])
    if (!target) return page
    const to = run.titleText(target.ns, target.title)
    if (target.interwiki) fail('apierror-invalidtitle', [escapeWikitext(`${target.interwiki}:${to}`)])
    const fragment = target.fragment ? { tofragment: target.fragment } : {}
    steps.push({ from: run.titleText(page.ns, page.title), to, ...fragment })
    page = await existing(run, target)
  }
  return page
}

async function revisionRow(run: ActionRun, id: number): Promise<RevisionRow> {
  const [row] = await REVISIONS.where('revision.id', '=', id).all(run.db)
  if (!row) fail('apierror-nosuchrevid', [String(id)])
  if (!canSee(row.deleted, 'text', run.caller)) {
    fail('apierror-permissiondenied', [messageParam('action-deletedtext')])
  }
  return row
}

async function subjectFrom(
  run: ActionRun,
  row: RevisionRow,
  always: boolean,
  redirects: readonly Redirect[] | null,
): Promise<Subject> {
  const slot = (await slotsOf(run.db, [row.id])).get(row.id)?.find(({ role }) => role === 'main')
  const text = slot?.blobId ? (await readTexts(run.wiki, [slot.blobId])).get(slot.blobId)?.toString() : undefined
  if (slot === undefined || text === undefined) fail('apierror-missingcontent-revid', [row.id])
  return {
    page: { ns: row.ns, dbkey: row.title, revision: await revisionFacts(run.db, row) },
    pageId: row.page_id ?? 0,
    text,
    model: slot.model,
    revision: { id: row.id, always },
    redirects,
    hidden: row.deleted,
  }
}
