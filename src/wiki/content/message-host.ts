import { NS } from '../site/namespaces.ts'
import type { WikitextHost } from '../wikitext/host.ts'
import { MessageLookup } from './message-lookup.ts'
import type { Viewer } from './viewer.ts'

/** What messages may access when they are parsed: names, counts and other messages, but no templates. */
export async function messageHost(
  { wiki, now }: Pick<Viewer, 'wiki' | 'now'>,
  lookup: MessageLookup,
): Promise<WikitextHost> {
  const counts = await wiki.db.selectFrom('site_stats').where('id', '=', 1).selectAll().executeTakeFirst()
  // {{MediaWiki:Mainpage}} is a page of this wiki and uses its content language, whatever the language of the message.
  const content = await MessageLookup.open(wiki, wiki.site.language)
  return {
    site: wiki.site,
    now: now * 1000,
    templateText: (ns, dbkey) => {
      const text = ns === NS.mediawiki ? content.find(dbkey).text : null
      return text === null ? null : { text, redirect: null }
    },
    pageExists: () => false,
    fileExists: () => false,
    message: key => lookup.find(key).text,
    stats: {
      pages: counts?.pages ?? 0,
      articles: counts?.articles ?? 0,
      files: counts?.images ?? 0,
      edits: counts?.edits ?? 0,
      users: counts?.users ?? 0,
      activeUsers: counts?.active_users ?? 0,
      admins: 0,
    },
  }
}
