import { dataFile, lazily, rowsByLanguage, type SharedRow } from './load-data.ts'
import { fallbackChain } from './wiki-languages.ts'

/** Link patterns of a content language, in the notation of `siteinfo`. */
export interface LinkPatterns {
  /** Letters right after `[[link]]` that belong to the link. */
  linktrail: string
  /** Characters right before `[[link]]` that belong to it; empty in most languages. */
  linkprefixcharset: string
  linkprefix: string
  /** Encoding that old browsers may use. */
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
  const row = [code, ...fallbackChain(code)].map(candidate => all.get(candidate)).find(each => each !== undefined)
  if (!row) throw new Error('data/link-patterns.json has no entry for English')
  const characters = row.prefixCharacters ?? ''
  return {
    linktrail: row.trail,
    linkprefixcharset: characters,
    linkprefix: characters === '' ? '' : `/^((?>.*[^${characters}]|))(.+)$/sDu`,
    fallback8bitEncoding: row.encoding ?? 'windows-1252',
  }
}

/** Converts a PHP link trail pattern to a RegExp: group 1 belongs to the link, group 2 is the rest. */
export function compileLinkTrail(pattern: string): RegExp {
  const parts = /^\/(.*)\/[a-zA-Z]*$/s.exec(pattern)
  if (!parts) throw new Error(`Not a link trail pattern: ${pattern}`)
  return new RegExp(portable(parts[1]!), 'su')
}

/** PHP writes code points as `\x{0610}` and allows needless backslashes; JavaScript in Unicode mode does not. */
function portable(source: string): string {
  return source
    .replace(/\\x\{([0-9a-fA-F]+)\}/g, '\\u{$1}')
    .replace(/\\(['"<>&#%=!:;,@`~ ])/g, '$1')
    .replace(/\[([^\]\\]|\\.)*\]/gs, escapeLooseHyphen)
}

/** The hyphen after a range (`\u{966}-\u{A8E0}-\u{A8FF}`, `z-–`) is literal. */
function escapeLooseHyphen(set: string): string {
  return set.replace(/((?:\\u\{[0-9a-fA-F]+\}|[^\\])-(?:\\u\{[0-9a-fA-F]+\}|[^\\\]]))-/gsu, '$1\\-')
}
