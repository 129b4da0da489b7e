import { isWikiCode } from '#languages/wiki-languages.ts'
import type { Reader } from '#store/store.ts'
import { lowerFirst } from '#wiki/site/letter-case.ts'
import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'

export interface CustomisedMessage {
  readonly lang: string
  readonly name: string
  /** The page that this wiki shows instead, as people write it. */
  readonly page: string
}

/** The pages in which this wiki words messages in its own way: `MediaWiki:Edit`, `MediaWiki:Edit/de`. */
export async function customisedPages(db: Reader, site: Site): Promise<CustomisedMessage[]> {
  const pages = await db.selectFrom('page').where('ns', '=', NS.mediawiki).select('title').orderBy('title').execute()
  const namespace = site.namespaces.nameOf(NS.mediawiki)
  return pages.map(({ title }) => {
    const slash = title.lastIndexOf('/')
    const code = title.slice(slash + 1)
    // Without a language it is the wiki's own; that one has no other spelling.
    const isOther = slash > 0 && isWikiCode(code) && code !== site.language
    const name = lowerFirst(isOther ? title.slice(0, slash) : title, site.language)
    return { lang: isOther ? code : site.language, name, page: `${namespace}:${title.replaceAll('_', ' ')}` }
  })
}
