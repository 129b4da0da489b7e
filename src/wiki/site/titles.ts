// Parses page titles from any text into namespace and db key, or the reason why the text is invalid. The steps and
// their order match MediaWiki 1.39, because links, redirects and API responses depend on them.

import { decodeCharacterReferences } from './character-references.ts'
import { escapeWikitext } from './escape-wikitext.ts'
import { sanitizeIp } from './ip.ts'
import { lowerCase, upperFirst } from './letter-case.ts'
import { NS } from './namespaces.ts'
import type { Site } from './site.ts'

export interface Title {
  ns: number
  /** Underscores for spaces; may be empty for a fragment-only link, or for the bare prefix of another wiki. */
  dbkey: string
  /** Lower-case interwiki prefix, or empty. */
  interwiki: string
  /** Part after "#", with spaces, or empty. */
  fragment: string
  /** The text used this wiki's own interwiki prefix, so the link behaves as if it started with a colon. */
  localInterwiki?: true
}

type TitleFault =
  | 'title-invalid-utf8'
  | 'title-invalid-empty'
  | 'title-invalid-talk-namespace'
  | 'title-invalid-characters'
  | 'title-invalid-relative'
  | 'title-invalid-magic-tilde'
  | 'title-invalid-too-long'
  | 'title-invalid-leading-colon'

interface InvalidTitle {
  /** Message key of the reason. */
  invalid: TitleFault
  /** Message parameters; the last is the title, escaped for wikitext. */
  params: (string | { num: number })[]
}

const bidiMark = /[\u200e\u200f\u202a-\u202e]/
const bidiMarks = /[\u200e\u200f\u202a-\u202e]+/g
const blanks = /[ _\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g
const unusualBlank = /[\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|[ _]{2}/
const onlyPlain = /^[!-^`-~]*$/
const illegal =
  /[^ %!"$&'()*,\-./0-9:;=?@A-Z\\^_`a-z~+\u0080-\u{10ffff}]|%[0-9A-Fa-f]{2}|&[A-Za-z0-9\u0080-\u{10ffff}]+;/u
const allIllegal = new RegExp(illegal, 'gu')
const maybeIllegal = /[\u0000-\u001f"#%&+<>[\]{|}\u007f]/

/**
 * Words of Latin and Cyrillic letters (none of which change in Unicode
 * normalization) and digits, separated by single spaces.
 */
const onlyWords =
  /^[0-9A-Za-z\u00c0-\u024f\u0400-\u0481\u048a-\u052f]+(?:[ _][0-9A-Za-z\u00c0-\u024f\u0400-\u0481\u048a-\u052f]+)*$/
/** Characters that always fit into the maximum byte length of a title. */
const SURELY_SHORT = 85

/** Shortcut for simple titles, which need none of the checks below; null for all others. */
function titleOfWords(site: Site, text: string, ns: number): Title | null {
  if (text.length > SURELY_SHORT || ns === NS.user || ns === NS.userTalk || !onlyWords.test(text)) return null
  const dbkey = text.includes(' ') ? text.replaceAll(' ', '_') : text
  return {
    ns,
    dbkey: site.namespaces.isFirstLetter(ns) ? upperFirst(dbkey, site.language) : dbkey,
    interwiki: '',
    fragment: '',
  }
}

/** Collapses whitespace of any kind and removes bidirectional marks. */
function collapseBlanks(text: string): string {
  if (onlyPlain.test(text)) return text
  const visible = bidiMark.test(text) ? text.replace(bidiMarks, '') : text
  // Most titles contain only single spaces.
  return trimUnderscores(unusualBlank.test(visible) ? visible.replace(blanks, '_') : visible.replaceAll(' ', '_'))
}

function trimUnderscores(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text.charCodeAt(start) === 0x5f) start++
  while (end > start && text.charCodeAt(end - 1) === 0x5f) end--
  return start === 0 && end === text.length ? text : text.slice(start, end)
}

/** Splits "prefix:rest" at the first colon that has something before it, ignoring whitespace around the colon. */
function cutPrefix(text: string): { prefix: string; rest: string } | null {
  const colon = text.indexOf(':', 1)
  if (colon < 0) return null
  let end = colon
  while (end > 1 && text.charCodeAt(end - 1) === 0x5f) end--
  let start = colon + 1
  while (text.charCodeAt(start) === 0x5f) start++
  return { prefix: text.slice(0, end), rest: text.slice(start) }
}

function isRelative(dbkey: string): boolean {
  return dbkey.includes('.') && dbkey.split('/').some(part => part === '.' || part === '..')
}

/**
 * Parses a title. `defaultNs` is the namespace of text without a prefix. Decodes character references but not
 * percent-encoding, which makes a title invalid.
 */
export function parseTitle(site: Site, text: string, defaultNs: number = NS.main): Title | InvalidTitle {
  const simple = titleOfWords(site, text, defaultNs)
  if (simple) return simple
  const filtered = filter(text)
  const found = splitTitle(site, filtered, defaultNs)
  if ('ns' in found) return found
  return { invalid: found.invalid, params: [...found.details, escapeWikitext(filtered.replaceAll(' ', '_'))] }
}

/** The title, or null when the text is invalid. */
export function titleOrNull(site: Site, text: string, defaultNs: number = NS.main): Title | null {
  const simple = titleOfWords(site, text, defaultNs)
  if (simple) return simple
  const found = splitTitle(site, filter(text), defaultNs)
  return 'ns' in found ? found : null
}

/** A title in a given namespace, whatever prefix the text seems to have; null when invalid. */
export function titleInNamespace(site: Site, ns: number, text: string): Title | null {
  if (ns === NS.main) return titleOrNull(site, `:${text}`)
  return titleOrNull(site, `${site.namespaces.get(ns)?.canonical ?? ''}:${text}`)
}

function filter(text: string): string {
  const decoded = decodeCharacterReferences(text)
  return onlyPlain.test(decoded) ? decoded : decoded.normalize('NFC')
}

interface Refusal {
  invalid: TitleFault
  details: (string | { num: number })[]
}

const rejection = (invalid: TitleFault, ...details: Refusal['details']): Refusal => ({ invalid, details })

function splitTitle(site: Site, text: string, defaultNs: number): Title | Refusal {
  let dbkey = collapseBlanks(text)
  if (dbkey.includes('\ufffd') || !dbkey.isWellFormed()) return rejection('title-invalid-utf8')

  const title: Title = { ns: defaultNs, dbkey: '', interwiki: '', fragment: '' }
  if (dbkey.startsWith(':')) {
    title.ns = NS.main
    dbkey = trimUnderscores(dbkey.slice(1))
  }
  if (dbkey === '') return rejection('title-invalid-empty')

  for (;;) {
    const cut = cutPrefix(dbkey)
    if (!cut) break
    const ns = site.namespaces.idOf(cut.prefix)
    if (ns !== undefined) {
      dbkey = cut.rest
      title.ns = ns
      if (ns === NS.talk) {
        const inner = cutPrefix(dbkey)
        if (inner && (site.namespaces.idOf(inner.prefix) || site.interwiki.has(inner.prefix))) {
          return rejection('title-invalid-talk-namespace')
        }
      }
      break
    }
    if (!site.interwiki.has(cut.prefix)) break
    dbkey = cut.rest
    if (site.interwiki.isLocal(cut.prefix)) {
      title.localInterwiki = true
      if (dbkey === '') {
        const main = splitTitle(site, site.mainPage, NS.main)
        return 'ns' in main ? { ...main, localInterwiki: true } : main
      }
      continue
    }
    title.interwiki = lowerCase(cut.prefix)
    if (dbkey.startsWith(':')) {
      title.ns = NS.main
      dbkey = trimUnderscores(dbkey.slice(1))
    }
    break
  }

  const hash = dbkey.indexOf('#')
  if (hash >= 0) {
    title.fragment = dbkey.slice(hash + 1).replaceAll('_', ' ')
    dbkey = dbkey.slice(0, hash)
    if (dbkey.endsWith('_')) dbkey = dbkey.slice(0, -1)
  }

  if (maybeIllegal.test(dbkey)) {
    const match = illegal.exec(dbkey)
    if (match) return rejection('title-invalid-characters', match[0])
  }
  if (isRelative(dbkey)) return rejection('title-invalid-relative')
  if (dbkey.includes('~~~')) return rejection('title-invalid-magic-tilde')
  const limit = title.ns === NS.special ? 512 : 255
  if (dbkey.length * 3 > limit && Buffer.byteLength(dbkey) > limit) {
    return rejection('title-invalid-too-long', { num: limit })
  }

  if (title.interwiki === '' && site.namespaces.isFirstLetter(title.ns)) dbkey = upperFirst(dbkey, site.language)
  if (dbkey === '' && title.interwiki === '' && title.ns !== NS.main) return rejection('title-invalid-empty')
  if (dbkey !== '' && (title.ns === NS.user || title.ns === NS.userTalk)) dbkey = sanitizeIp(dbkey)
  if (dbkey.startsWith(':')) return rejection('title-invalid-leading-colon')

  title.dbkey = dbkey
  return title
}

/** Removes everything that no title can contain. */
export const withoutIllegal = (text: string): string => text.replace(allIllegal, '')
