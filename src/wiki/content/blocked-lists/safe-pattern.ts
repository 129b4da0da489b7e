// Patterns that people write on pages run on RE2, whose time grows linearly with the text whatever the pattern is.
import { createRequire } from 'node:module'
import type { RE2JS } from 're2js'

// Most wikis have no such patterns: it is loaded for the first one.
const require = createRequire(import.meta.url)
const re2 = () => (require('re2js') as typeof import('re2js')).RE2JS

const CACHE_SIZE = 512
const cache = new Map<string, RE2JS | null>()

/** A pattern ready to run; null when it is none, or asks for what takes more than linear time (looking around, referring back). */
export function safePattern(source: string, options: 'whole title' | 'any case' | 'lines'): RE2JS | null {
  const key = `${options} ${source}`
  const known = cache.get(key)
  if (known !== undefined) return known
  const compiled = compile(source, options)
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!)
  cache.set(key, compiled)
  return compiled
}

function compile(source: string, options: string): RE2JS | null {
  const { DOTALL, CASE_INSENSITIVE, MULTILINE } = re2()
  const flags =
    options === 'lines' ? CASE_INSENSITIVE | MULTILINE : options === 'any case' ? CASE_INSENSITIVE | DOTALL : DOTALL
  try {
    return re2().compile(source, flags)
  } catch {
    return null
  }
}
