import type { ActionRun } from '../../api/action-run.ts'
import type { PageName } from '../../content/pages.ts'
import { type RevisionRow, selectRevisions } from '../../content/revisions.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { parseTitle } from '../../site/titles.ts'

/** Default page for texts sent without a title. */
export const DEFAULT_TITLE = 'API'

/** The page for a text sent with the request; it need not exist. */
export function textPage(run: ActionRun, text: string): PageName {
  const title = parseTitle(run.wiki.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

export async function revisionNumbered(run: ActionRun, id: number): Promise<RevisionRow> {
  const row = await selectRevisions(run.db).where('revision.id', '=', id).executeTakeFirst()
  return row ?? fail('apierror-nosuchrevid', [String(id)])
}
