import type { ActionRun } from '../../api/action-run.ts'
import type { PageName } from '../../content/pages.ts'
import { type RevisionRow, selectRevisions } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { parseTitle } from '../../site/titles.ts'

/** The page that a text belongs to when nothing is said of it. */
export const NOBODYS = 'API'

/** The page that a text of the caller's counts as; it need not exist. */
export function textPage(run: ActionRun, text: string): PageName {
  const title = parseTitle(run.wiki.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

export async function revisionNumbered(run: ActionRun, id: number): Promise<RevisionRow> {
  const row = await selectRevisions(run.db).where('revision.id', '=', id).executeTakeFirst()
  return row ?? fail('apierror-nosuchrevid', [String(id)])
}
