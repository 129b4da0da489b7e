// Patterns that users write run on RE2: time grows with the size of the pattern times the length of the text, whatever the
// pattern is. Both have a limit here, and so has the memory that compiled patterns keep.

import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'
import { patternSize } from './pattern-size.ts'
import type { StepBudget } from './step-budget.ts'

export type UserPattern = RE2JS

/** How large a compiled pattern may be, in instructions: compiling this takes some dozens of milliseconds. */
export const MAX_PATTERN_SIZE = 3000
/** And how long, as it is written. */
export const MAX_PATTERN_LENGTH = 4096

/** What all compiled patterns of a process may keep, about. */
const CACHE_BYTES = 16 * 1024 * 1024
/** What an instruction and its queues keep. */
const INSTRUCTION_BYTES = 400
/** What a character of a pattern may keep: a Unicode class of three characters has a table of ranges. */
const CHARACTER_BYTES = 2500

/** The pattern cannot be used; the message says what is accepted instead, to follow "takes". */
export class PatternError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'PatternError'
  }
}

// Most sites have no such patterns: the library is loaded for the first one.
const require = createRequire(import.meta.url)
const re2 = () => (require('re2js') as typeof import('re2js')).RE2JS

export interface PatternOptions {
  readonly ignoreCase?: boolean
  /** The dot also stands for the end of a line. */
  readonly dotAll?: boolean
  /** `^` and `$` stand for ends of lines. */
  readonly lines?: boolean
}

interface Kept {
  readonly pattern: UserPattern
  readonly bytes: number
}

const cache = new Map<string, Kept>()
let cachedBytes = 0

/** What the cache keeps just now, about. */
export const keptPatternBytes = (): number => cachedBytes

/** Compiles a pattern, or throws PatternError naming the limit that it exceeds or what is wrong with it. */
export function compileUserPattern(source: string, options: PatternOptions = {}): UserPattern {
  const key = `${keyOf(options)}${source}`
  const known = cache.get(key)
  if (known !== undefined) {
    // The one that was not asked for the longest goes first.
    cache.delete(key)
    cache.set(key, known)
    return known.pattern
  }
  const pattern = compile(source, options)
  keep(key, { pattern, bytes: bytesOf(source, pattern) })
  return pattern
}

/** A pattern that matches whatever one of several matches; each must be a pattern of its own. */
export function compileAlternatives(sources: readonly string[], options: PatternOptions = {}): UserPattern {
  if (sources.length === 1) return compileUserPattern(sources[0]!, options)
  const joined = sources.map(each => `(?:${each})`).join('|')
  // None of them is kept: they only run together.
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
      `a pattern of at most ${MAX_PATTERN_SIZE} steps once its repetitions are written out, this one has ${size}`,
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

function keep(key: string, kept: Kept): void {
  cache.set(key, kept)
  cachedBytes += kept.bytes
  for (const [oldest, { bytes }] of cache) {
    if (cachedBytes <= CACHE_BYTES || oldest === key) break
    cache.delete(oldest)
    cachedBytes -= bytes
  }
}

/** A stretch of a text. */
interface Stretch {
  readonly start: number
  readonly end: number
}

/** Whether the pattern occurs in the text. */
export function occursIn(pattern: UserPattern, text: string, budget: StepBudget): boolean {
  budget.spend(stepsFor(pattern, text))
  return pattern.matcher(text).find()
}

/**
 * The matches that are not empty, from left to right. Looking for one takes time in proportion to the text, but each of many
 * may look as far as its end.
 */
export function matchesIn(pattern: UserPattern, text: string, budget: StepBudget): Stretch[] {
  budget.spend(stepsFor(pattern, text))
  const matcher = pattern.matcher(text)
  const found: Stretch[] = []
  while (matcher.find()) {
    const start = matcher.start()
    const end = matcher.end()
    if (end > start) found.push({ start, end })
    budget.spend(stepsFor(pattern, text, end))
  }
  return found
}

/** What looking once takes at most, in instructions times characters. */
export const stepsFor = (pattern: UserPattern, text: string, from = 0): number =>
  pattern.programSize() * (text.length - from + 1)
