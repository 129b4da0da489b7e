// Patterns written by users run on RE2, whose time grows linearly with the text whatever the pattern is.

import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import type { Span } from './checked-unit.ts'
import { FlagParameterError } from './flags.ts'

// Most sites have no such patterns: it is loaded for the first one.
const require = createRequire(import.meta.url)
const re2 = () => (require('re2js') as typeof import('re2js')).RE2JS

const CACHE_SIZE = 256
const MAX_PATTERN = 4096
const cache = new Map<string, RE2JS>()

/** Compiles a user's pattern, or throws FlagParameterError naming what is wrong with it. */
export function compilePattern(source: string, ignoreCase = false): RE2JS {
  const key = `${ignoreCase ? 'i' : 'c'}${source}`
  const known = cache.get(key)
  if (known !== undefined) return known
  if (source.length > MAX_PATTERN) throw new FlagParameterError(`takes a pattern of at most ${MAX_PATTERN} characters`)
  let compiled: RE2JS
  try {
    compiled = re2().compile(source, ignoreCase ? re2().CASE_INSENSITIVE : 0)
  } catch (error) {
    throw new FlagParameterError(`takes a regular expression: ${error instanceof Error ? error.message : error}`)
  }
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!)
  cache.set(key, compiled)
  return compiled
}

export function patternOccurs(pattern: RE2JS, text: string): boolean {
  return pattern.matcher(text).find()
}

/** A pattern that finds any of some literal texts; the first of them that fits wins. */
export const anyOf = (texts: readonly string[]): RegExp =>
  new RegExp(texts.map(text => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g')

// Looking for one match takes time in proportion to the text, but looking for all of them may do so for each. A long
// text with very many matches is therefore not read to its end.
const MAX_WORK = 1_000_000

/** The matches that are not empty, from left to right. */
export function patternMatches(pattern: RE2JS, text: string): Span[] {
  const matcher = pattern.matcher(text)
  const found: Span[] = []
  let work = 0
  while (work < MAX_WORK && matcher.find()) {
    const start = matcher.start()
    const end = matcher.end()
    work += text.length - start
    if (end > start) found.push({ start, end })
  }
  return found
}
