// Patterns written by users run on RE2, whose time grows linearly with the text whatever the pattern is.

import { RE2JS } from 're2js'
import { FlagParameterError } from './flags.ts'

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
    compiled = RE2JS.compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)
  } catch (error) {
    throw new FlagParameterError(`takes a regular expression: ${error instanceof Error ? error.message : error}`)
  }
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!)
  cache.set(key, compiled)
  return compiled
}

export const quotePattern = (text: string): string => RE2JS.quote(text)

export function patternOccurs(pattern: RE2JS, text: string): boolean {
  return pattern.matcher(text).find()
}

export interface PatternMatch {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** All matches that are not empty, from left to right. */
export function patternMatches(pattern: RE2JS, text: string): PatternMatch[] {
  const matcher = pattern.matcher(text)
  const found: PatternMatch[] = []
  while (matcher.find()) {
    const start = matcher.start()
    const end = matcher.end()
    if (end > start) found.push({ start, end, text: text.slice(start, end) })
  }
  return found
}
