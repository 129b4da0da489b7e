// URLs of pages and files, and names of namespaces and special pages.

import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { type Title, titleInNamespace, titleOrNull } from '#wiki/site/titles.ts'
import { canonicalUrl, fullUrl, localUrl, urlEncodeTitle } from '#wiki/site/urls.ts'
import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml, percentDecode } from '../text.ts'
import { type ParserFunction, plain } from './call.ts'

type Address = (site: ParseState['site'], title: Title, query?: string) => string

function addressFunction(address: Address, escaped: boolean): ParserFunction {
  return plain((state, [name = '', query]) => {
    // The name may already be URL-encoded.
    const title = titleOrNull(state.site, name) ?? titleOrNull(state.site, percentDecode(name.replaceAll('+', ' ')))
    if (!title) return null
    const page = title.ns === NS.media ? { ...title, ns: NS.file } : title
    const url = address(state.site, page, query ?? '')
    return escaped ? escapeHtml(url) : url
  })
}

function namespaceName(state: ParseState, text: string): string | null {
  const { namespaces } = state.site
  // An empty name stands for the main namespace.
  if (text === '') return ''
  if (/^-?\d+$/.test(text)) return namespaces.has(Number(text)) ? namespaces.nameOf(Number(text)) : ''
  const id = namespaces.idOf(text)
  return id === undefined ? null : namespaces.nameOf(id)
}

function specialName(state: ParseState, text: string): string {
  const { specialPages } = state.site
  const found = specialPages.resolve(text.replaceAll(' ', '_'))
  if (found) return prefixedText(state.site, NS.special, specialPages.localKey(found.canonical, found.subpage))
  const title = titleInNamespace(state.site, NS.special, text)
  const isTitle = title !== null && title.dbkey !== '' && title.dbkey.toLowerCase() !== BAD_TITLE.toLowerCase()
  return prefixedText(state.site, NS.special, isTitle ? title.dbkey : BAD_TITLE)
}

/** The special page used for invalid titles. */
const BAD_TITLE = 'Badtitle'

function filePath(state: ParseState, [name = '', option = '']: readonly string[]): string {
  const title = titleInNamespace(state.site, NS.file, name)
  const url = title ? (state.host.fileUrl?.(title.dbkey) ?? '') : ''
  return option.toLowerCase() === 'nowiki' ? state.strip.addNowiki(url) : url
}

export const addressFunctions: Record<string, ParserFunction> = {
  localurl: addressFunction(localUrl, false),
  localurle: addressFunction(localUrl, true),
  fullurl: addressFunction(fullUrl, false),
  fullurle: addressFunction(fullUrl, true),
  canonicalurl: addressFunction(canonicalUrl, false),
  canonicalurle: addressFunction(canonicalUrl, true),
  filepath: plain(filePath),
  ns: plain((state, [text = '']) => namespaceName(state, text)),
  nse: plain((state, [text = '']) => {
    const name = namespaceName(state, text)
    return name === null ? null : urlEncodeTitle(name.replaceAll(' ', '_'))
  }),
  special: plain((state, [text = '']) => specialName(state, text)),
  speciale: plain((state, [text = '']) => urlEncodeTitle(specialName(state, text).replaceAll(' ', '_'))),
}
