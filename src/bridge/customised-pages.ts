import { isWikiCode } from '#languages/wiki-languages.ts'
import type { Reader } from '#store/store.ts'
import { lowerFirst } from '#wiki/site/letter-case.ts'
import { NS } from '#wiki/site/namespaces.ts'
import type { Site } from '#wiki/site/site.ts'

export interface CustomisedMessage {
  readonly lang: string
  readonly name: string
  /** Full title of the page that replaces the message. */
  readonly page: string
}

/** Pages that override interface messages: `MediaWiki:Edit`, `MediaWiki:Edit/de`. */
export async function customisedPages(db: Reader, site: Site): Promise<CustomisedMessage[]> {
  const pages = await db.selectFrom('page').where('ns', '=', NS.mediawiki).select('title').orderBy('title').execute()
  const namespace = site.namespaces.nameOf(NS.mediawiki)
  return pages.map(({ title }) => {
    const slash = title.lastIndexOf('/')
    const code = title.slice(slash + 1)
    // A title without a language code overrides the message in the wiki's own language.
    const isOther = slash > 0 && isWikiCode(code) && code !== site.language
    const name = lowerFirst(isOther ? title.slice(0, slash) : title, site.language)
    return { lang: isOther ? code : site.language, name, page: `${namespace}:${title.replaceAll('_', ' ')}` }
  })
}
