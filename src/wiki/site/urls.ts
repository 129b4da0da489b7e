// Page URLs with MediaWiki's encoding.

import { type Gender, NS } from './namespaces.ts'
import type { Site } from './site.ts'
import { prefixedDbKey } from './title-format.ts'
import type { Title } from './titles.ts'

const kept = /%(?:3B|40|24|21|2A|28|29|2C|2F|7E|3A)/g
const extra = /['()*!~]/g

/** Form-encodes a value: percent-encodes everything except letters, digits and "-_.", with spaces as "+". */
export function formEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(extra, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** Encodes titles in URLs: like formEncode, but keeps ;@$!*(),/~: readable. */
export function urlEncodeTitle(text: string): string {
  return formEncode(text).replace(kept, code => decodeURIComponent(code))
}

/** `gender` is that of the page's user, if the namespace has gendered names. */
type TitleLike = Pick<Title, 'ns' | 'dbkey'> & Partial<Title> & { gender?: Gender | undefined }

/** URL of a page on this wiki without the server; with `query`, through index.php. */
export function localUrl(site: Site, title: TitleLike, query = ''): string {
  if (title.interwiki) return interwikiUrl(site, title, query)
  const key = urlEncodeTitle(title.dbkey === '' ? '' : prefixedDbKey(site, title.ns, title.dbkey, title.gender))
  if (query === '') return site.articlePath.replace('$1', () => key)
  return `${site.script}?title=${key}&${query}`
}

/** URL with the server; a protocol-relative server stays so. */
export function fullUrl(site: Site, title: TitleLike, query = ''): string {
  const url = title.interwiki ? interwikiUrl(site, title, query) : site.server + localUrl(site, title, query)
  return title.fragment ? `${url}#${encodeFragment(title.fragment)}` : url
}

/** URL with server and protocol, for use outside a browser. */
export function canonicalUrl(site: Site, title: TitleLike, query = ''): string {
  const url = fullUrl(site, title, query)
  if (!url.startsWith('//')) return url
  const base = typeof site.info.general.base === 'string' ? site.info.general.base : ''
  return `${base.startsWith('https:') ? 'https:' : 'http:'}${url}`
}

/** URL of a page on another wiki. A local namespace before the title is part of the name there. */
export function interwikiUrl(site: Site, title: TitleLike, query = ''): string {
  const target = site.interwiki.get(title.interwiki ?? '')
  if (!target) return ''
  const prefix = title.ns === NS.main ? '' : `${site.namespaces.nameOf(title.ns).replaceAll(' ', '_')}:`
  const url = target.url.replace('$1', () => urlEncodeTitle(prefix + title.dbkey)).replace(/\?$/, '')
  if (query === '') return url
  return url + (url.includes('?') ? '&' : '?') + query
}

/** A section name as a URL fragment: HTML5 IDs, spaces as underscores. */
export function encodeFragment(fragment: string): string {
  return fragment.replaceAll(' ', '_').replace(/%([a-fA-F0-9]{2})/g, '%25$1')
}

/** The legacy ASCII-only ID of a section; other wikis may still use it. */
export function legacyId(name: string): string {
  let id = ''
  for (const byte of Buffer.from(name)) {
    const char = String.fromCharCode(byte)
    id += /[A-Za-z0-9_.:-]/.test(char) ? char : `.${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return id
}
