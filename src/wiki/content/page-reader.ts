import { wordingOf } from '../messages/wording.ts'
import { upperFirst } from '../site/letter-case.ts'
import { NS } from '../site/namespaces.ts'
import type { TextWiki } from '../wiki.ts'
import { ownWords } from '../wikitext/html/rendering/own-words.ts'
import type { PageReader } from '../wikitext/html/rendering/reader.ts'
import type { DatabaseHost } from './wikitext-host.ts'

/** Messages for a reader of any language: pages of the wiki that say them otherwise come first. */
export async function readerOf(wiki: TextWiki, host: DatabaseHost, language: string): Promise<PageReader> {
  const isOwn = language === wiki.site.language
  const wording = isOwn ? null : await wordingOf(wiki.messages, language)
  const local = (key: string) => {
    const name = upperFirst(key.replaceAll(' ', '_'), wiki.site.language)
    return host.templateText(NS.mediawiki, `${name}/${language}`)?.text
  }
  const said = (key: string) => (wording ? (local(key) ?? wording.text(key)) : host.message(key))
  return { language, message: key => said(key) ?? ownWords(key) }
}
