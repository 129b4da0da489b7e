import type { ActionRun } from '../api/action-run.ts'
import { type PageName, pagesById } from '../content/pages.ts'
import { fail } from '../messages/message.ts'
import { escapeWikitext } from '../site/escape-wikitext.ts'
import { NS } from '../site/namespaces.ts'
import { parseTitle } from '../site/titles.ts'
import { requireOnlyOne } from './only-one.ts'

interface Named {
  readonly title: string | undefined
  readonly pageid: number | undefined
}

/** The page that an action is to change: by title or by number, and one that can be changed at all. */
export async function pageTarget(run: ActionRun, { title, pageid }: Named): Promise<PageName> {
  namedPage.check(title, pageid, ['title', 'pageid'])
  return title === undefined ? namedPage.find(run, title, pageid) : pageTitled(run, title)
}

/** A page that is named by a title or by a number, under whatever names the parameters have; it need not be there. */
export const namedPage = {
  check(title: string | undefined, id: number | undefined, names: readonly [string, string]): void {
    requireOnlyOne({ [names[0]]: title, [names[1]]: id }, ...names)
  },

  async find(run: ActionRun, title: string | undefined, id: number | undefined): Promise<PageName> {
    if (title !== undefined) return anyTitled(run, title)
    const [page] = await pagesById(run.db, [id!])
    return page ?? fail('apierror-nosuchpageid', [id!])
  },
}

export function pageTitled(run: ActionRun, text: string): PageName {
  const name = anyTitled(run, text)
  // A section alone names no page.
  if (name.ns < 0 || name.title === '') fail('apierror-pagecannotexist')
  return name
}

/** What a title names on this wiki, also where no page can be. */
export function anyTitled({ wiki }: ActionRun, text: string): PageName {
  const title = parseTitle(wiki.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

/** Whether a page is that of a file that is really there. */
export async function hasFile({ db }: ActionRun, { ns, title }: PageName): Promise<boolean> {
  if (ns !== NS.file) return false
  return (await db.selectFrom('file').where('name', '=', title).select('name').executeTakeFirst()) !== undefined
}
