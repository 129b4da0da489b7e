import type { ActionRun } from '../api/action-run.ts'
import { type PageName, pagesById } from '../content/pages.ts'
import { fail, textList } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { parseTitle } from '../site/titles.ts'

interface Named {
  readonly title: string | undefined
  readonly pageid: number | undefined
}

/** The page that an action is to change: by title or by number, and one that can be changed at all. */
export async function pageTarget(run: ActionRun, { title, pageid }: Named): Promise<PageName> {
  const both = ['title', 'pageid']
  if (title !== undefined && pageid !== undefined) fail('apierror-invalidparammix', [textList(both), 2])
  if (title !== undefined) return pageTitled(run, title)
  if (pageid === undefined) fail('apierror-missingparam-one-of', [textList(both), 2])
  const [page] = await pagesById(run.db, [pageid])
  return page ?? fail('apierror-nosuchpageid', [pageid])
}

export function pageTitled({ wiki }: ActionRun, text: string): PageName {
  const title = parseTitle(wiki.site, text)
  if ('invalid' in title || title.interwiki !== '') {
    fail('apierror-invalidtitle', [escapeWikitext(text)])
  }
  // A section alone names no page.
  if (title.ns < 0 || title.dbkey === '') fail('apierror-pagecannotexist')
  return { ns: title.ns, title: title.dbkey }
}
