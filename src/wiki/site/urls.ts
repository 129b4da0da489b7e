// Addresses of pages, encoded the way MediaWiki encodes them.

import { type Gender, NS } from './namespaces.ts'
import type { Site } from './site.ts'
import { prefixedDbKey } from './title-format.ts'
import type { Title } from './titles.ts'

const kept = /%(?:3B|40|24|21|2A|28|29|2C|2F|7E|3A)/g
const extra = /['()*!~]/g

/** As a form encodes a value: everything but letters, digits and "-_." in percent notation, blanks as "+". */
export function formEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(extra, mark => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** For titles in addresses: formEncode, but with ;@$!*(),/~: left readable. */
export function urlEncodeTitle(text: string): string {
  return formEncode(text).replace(kept, code => decodeURIComponent(code))
}

/** `gender` is that of the user whose page it is, where namespaces have a name for it. */
type TitleLike = Pick<Title, 'ns' | 'dbkey'> & Partial<Title> & { gender?: Gender | undefined }

/** Address of a page on this wiki without the server; with `query`, through index.php. */
export function localUrl(site: Site, title: TitleLike, query = ''): string {
  if (title.interwiki) return interwikiUrl(site, title, query)
  const key = urlEncodeTitle(title.dbkey === '' ? '' : prefixedDbKey(site, title.ns, title.dbkey, title.gender))
  if (query === '') return site.articlePath.replace('$1', () => key)
  return `${site.script}?title=${key}&${query}`
}

/** Address with the server; an address without protocol stays so. */
export function fullUrl(site: Site, title: TitleLike, query = ''): string {
  const url = title.interwiki ? interwikiUrl(site, title, query) : site.server + localUrl(site, title, query)
  return title.fragment ? `${url}#${encodeFragment(title.fragment)}` : url
}

/** Address with server and protocol, for use outside a browser. */
export function canonicalUrl(site: Site, title: TitleLike, query = ''): string {
  const url = fullUrl(site, title, query)
  if (!url.startsWith('//')) return url
  const base = typeof site.info.general.base === 'string' ? site.info.general.base : ''
  return `${base.startsWith('https:') ? 'https:' : 'http:'}${url}`
}

/** Address of a page of another wiki. A namespace of ours before the title is part of the name there. */
export function interwikiUrl(site: Site, title: TitleLike, query = ''): string {
  const target = site.interwiki.get(title.interwiki ?? '')
  if (!target) return ''
  const prefix = title.ns === NS.main ? '' : `${site.namespaces.nameOf(title.ns).replaceAll(' ', '_')}:`
  const url = target.url.replace('$1', () => urlEncodeTitle(prefix + title.dbkey))
  if (query === '') return url
  return url + (url.includes('?') ? '&' : '?') + query
}

/** A section name as the part of an address after "#": HTML5 ids, spaces as underscores. */
export function encodeFragment(fragment: string): string {
  return fragment.replaceAll(' ', '_').replace(/%([a-fA-F0-9]{2})/g, '%25$1')
}

/** The id of a section as it was before ids could have every letter; other wikis may still have no other. */
export function legacyId(name: string): string {
  let id = ''
  for (const byte of Buffer.from(name)) {
    const char = String.fromCharCode(byte)
    id += /[A-Za-z0-9_.:-]/.test(char) ? char : `.${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return id
}
