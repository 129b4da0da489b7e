import type { PageName } from '../../content/pages.ts'
import { fail } from '../../messages/message.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { parseTitle } from '../../site/titles.ts'
import type { QueryRun } from './query-run.ts'

interface TitleOrId {
  readonly title: string | undefined
  readonly pageid: number | undefined
}

/** The page a list is about, by title or id; a title need not exist. */
export async function targetPage(q: QueryRun, a: TitleOrId): Promise<PageName> {
  if (q.requireOneOf(a, 'title', 'pageid') === 'title') {
    const title = parseTitle(q.site, a.title!)
    if ('invalid' in title || title.interwiki !== '') fail('apierror-invalidtitle', [escapeWikitext(a.title!)])
    return { ns: title.ns, title: title.dbkey }
  }
  const page = await q.db.selectFrom('page').where('id', '=', a.pageid!).select(['ns', 'title']).executeTakeFirst()
  return page ?? fail('apierror-nosuchpageid', [String(a.pageid)])
}
