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

/** The page that an action changes, by title or id. The title must allow a page. */
export async function pageTarget(run: ActionRun, { title, pageid }: Named): Promise<PageName> {
  namedPage.check(title, pageid, ['title', 'pageid'])
  return title === undefined ? namedPage.find(run, title, pageid) : pageTitled(run, title)
}

/** A page given by title or id, with configurable parameter names. The page need not exist. */
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
  // A fragment alone does not name a page.
  if (name.ns < 0 || name.title === '') fail('apierror-pagecannotexist')
  return name
}

/** The local title, even if no page can exist there. */
export function anyTitled({ wiki }: ActionRun, text: string): PageName {
  const title = parseTitle(wiki.site, text)
  if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(text)])
  return { ns: title.ns, title: title.dbkey }
}

/** Whether the page is a file page with an existing file. */
export async function hasFile({ db }: ActionRun, { ns, title }: PageName): Promise<boolean> {
  if (ns !== NS.file) return false
  return (await db.selectFrom('file').where('name', '=', title).select('name').executeTakeFirst()) !== undefined
}
