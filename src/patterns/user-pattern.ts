// User-supplied patterns run on RE2, whose time is bounded by pattern size times text length. This module limits both,
// as well as the memory of cached patterns.

import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import { patternSize } from './pattern-size.ts'
import type { StepBudget } from './step-budget.ts'

export type UserPattern = RE2JS

/** Maximum compiled size in instructions; compiling this many takes a few dozen milliseconds. */
export const MAX_PATTERN_SIZE = 3000
/** Maximum source length in characters. */
export const MAX_PATTERN_LENGTH = 4096

/** Approximate limit for all compiled patterns of a process. */
const CACHE_BYTES = 16 * 1024 * 1024
/** Memory of an instruction and its queues. */
const INSTRUCTION_BYTES = 400
/** Worst-case memory per source character: a three-character Unicode class has a table of ranges. */
const CHARACTER_BYTES = 2500

/** The pattern is not acceptable. The message says what is, as the continuation of a sentence ending in "takes". */
export class PatternError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PatternError'
  }
}

// Loaded on first use, because most sites have no patterns.
const require = createRequire(import.meta.url)
const re2 = () => (require('re2js') as typeof import('re2js')).RE2JS

export interface PatternOptions {
  readonly ignoreCase?: boolean
  /** The dot also matches line breaks. */
  readonly dotAll?: boolean
  /** `^` and `$` match at line breaks. */
  readonly lines?: boolean
}

interface CachedPattern {
  readonly pattern: UserPattern
  readonly bytes: number
}

const cache = new Map<string, CachedPattern>()
let cachedBytes = 0

/** Approximate current size of the cache. */
export const keptPatternBytes = (): number => cachedBytes

/** Compiles a pattern. Throws PatternError if it is invalid or exceeds a limit. */
export function compileUserPattern(source: string, options: PatternOptions = {}): UserPattern {
  const key = `${keyOf(options)}${source}`
  const cached = cache.get(key)
  if (cached !== undefined) {
    // Re-insert to keep the map in least-recently-used order.
    cache.delete(key)
    cache.set(key, cached)
    return cached.pattern
  }
  const pattern = compile(source, options)
  addToCache(key, { pattern, bytes: bytesOf(source, pattern) })
  return pattern
}

/** A pattern that matches any of the sources. Each source must be valid by itself. */
export function compileAlternatives(sources: readonly string[], options: PatternOptions = {}): UserPattern {
  if (sources.length === 1) return compileUserPattern(sources[0]!, options)
  const joined = sources.map(each => `(?:${each})`).join('|')
  // Validate each source; only the joined pattern is cached.
  if (!cache.has(`${keyOf(options)}${joined}`)) for (const each of sources) compile(each, options)
  return compileUserPattern(joined, options)
}

const keyOf = ({ ignoreCase, dotAll, lines }: PatternOptions): string =>
  `${ignoreCase ? 'i' : ''}${dotAll ? 's' : ''}${lines ? 'm' : ''}:`

function compile(source: string, { ignoreCase = false, dotAll = false, lines = false }: PatternOptions): UserPattern {
  if (source.length > MAX_PATTERN_LENGTH)
    throw new PatternError(`a pattern of at most ${MAX_PATTERN_LENGTH} characters, not ${source.length}`)
  const size = patternSize(source, ignoreCase)
  if (size > MAX_PATTERN_SIZE)
    throw new PatternError(
      `a pattern of at most ${MAX_PATTERN_SIZE} steps with repetitions expanded; this one has ${size}`,
    )
  const { CASE_INSENSITIVE, DOTALL, MULTILINE } = re2()
  const flags = (ignoreCase ? CASE_INSENSITIVE : 0) | (dotAll ? DOTALL : 0) | (lines ? MULTILINE : 0)
  try {
    return re2().compile(source, flags)
  } catch (error) {
    throw new PatternError(`a regular expression: ${error instanceof Error ? error.message : error}`)
  }
}

const bytesOf = (source: string, pattern: UserPattern): number =>
  pattern.programSize() * INSTRUCTION_BYTES + source.length * (/\\[pP]/.test(source) ? CHARACTER_BYTES : 2)

function addToCache(key: string, entry: CachedPattern): void {
  cache.set(key, entry)
  cachedBytes += entry.bytes
  for (const [oldest, { bytes }] of cache) {
    if (cachedBytes <= CACHE_BYTES || oldest === key) break
    cache.delete(oldest)
    cachedBytes -= bytes
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

export function occursIn(pattern: UserPattern, text: string, budget: StepBudget): boolean {
  budget.spend(stepsFor(pattern, text))
  return pattern.matcher(text).find()
}

/**
 * Non-empty matches from left to right. Each search may scan to the end of the text, so every match is charged
 * separately.
 */
export function matchesIn(pattern: UserPattern, text: string, budget: StepBudget): Span[] {
  budget.spend(stepsFor(pattern, text))
  const matcher = pattern.matcher(text)
  const matches: Span[] = []
  while (matcher.find()) {
    const start = matcher.start()
    const end = matcher.end()
    if (end > start) matches.push({ start, end })
    budget.spend(stepsFor(pattern, text, end))
  }
  return matches
}

/** Upper bound for one search, in instructions times characters. */
export const stepsFor = (pattern: UserPattern, text: string, from = 0): number =>
  pattern.programSize() * (text.length - from + 1)
