import { dataFile, lazily, rowsByLanguage, type SharedRow } from './load-data.ts'
import { fallbackChain } from './wiki-languages.ts'

/** What the content language decides about links on a wiki, in the notation `siteinfo` shows. */
export interface LinkPatterns {
  /** Which letters right after `[[link]]` still belong to the link. */
  linktrail: string
  /** Which characters right before `[[link]]` belong to it; empty in most languages. */
  linkprefixcharset: string
  linkprefix: string
  /** The encoding old browsers may have sent. */
  fallback8bitEncoding: string
}

interface PatternRow extends SharedRow {
  trail: string
  prefixCharacters?: string
  encoding?: string
}

const file = dataFile<PatternRow[]>('link-patterns')
const rows = lazily(() => rowsByLanguage(file()))

export function linkPatterns(code: string): LinkPatterns {
  const all = rows()
  const row = [code, ...fallbackChain(code)].map(candidate => all.get(candidate)).find(found => found !== undefined)
  if (!row) throw new Error('data/link-patterns.json lacks English')
  const characters = row.prefixCharacters ?? ''
  return {
    linktrail: row.trail,
    linkprefixcharset: characters,
    linkprefix: characters === '' ? '' : `/^((?>.*[^${characters}]|))(.+)$/sDu`,
    fallback8bitEncoding: row.encoding ?? 'windows-1252',
  }
}

/** Turns a link trail of that notation (PHP's) into a RegExp: group 1 belongs to the link, group 2 is the rest. */
export function compileLinkTrail(pattern: string): RegExp {
  const parts = /^\/(.*)\/[a-zA-Z]*$/s.exec(pattern)
  if (!parts) throw new Error(`Not a link trail pattern: ${pattern}`)
  return new RegExp(portable(parts[1]!), 'su')
}

/** PHP writes code points as `\x{0610}` and lets needless backslashes stand; JavaScript in Unicode mode does not. */
function portable(source: string): string {
  return source
    .replace(/\\x\{([0-9a-fA-F]+)\}/g, '\\u{$1}')
    .replace(/\\(['"<>&#%=!:;,@`~ ])/g, '$1')
    .replace(/\[([^\]\\]|\\.)*\]/gs, escapeLooseHyphen)
}

/** A range that ends a range (`\u{966}-\u{A8E0}-\u{A8FF}`), or `z-–`, holds a literal hyphen. */
function escapeLooseHyphen(set: string): string {
  return set.replace(/((?:\\u\{[0-9a-fA-F]+\}|[^\\])-(?:\\u\{[0-9a-fA-F]+\}|[^\\\]]))-/gsu, '$1\\-')
}
