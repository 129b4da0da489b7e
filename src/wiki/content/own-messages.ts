import { wordingOf } from '../messages/wording.ts'
import { upperFirst } from '../site/letter-case.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { pageTexts } from './page-texts.ts'

/**
 * A few interface messages as customized by this wiki: pages of the MediaWiki namespace override the defaults. Unlike
 * `MessageLookup`, reads only the pages for these messages.
 */
export async function ownMessages(
  wiki: Wiki,
  language: string,
  keys: readonly string[],
): Promise<(key: string) => string> {
  const { site } = wiki
  const titleOf = (key: string) =>
    upperFirst(key.replaceAll(' ', '_'), site.language) + (language === site.language ? '' : `/${language}`)
  const pages = await pageTexts(wiki, NS.mediawiki, keys.map(titleOf))
  const wording = await wordingOf(wiki.messages, language)
  return key => pages.get(titleOf(key)) ?? wording.text(key) ?? ''
}
