// Separators and searches: a text, or a regular expression between slashes, in linear time.

import { compileUserPattern, PatternError, type UserPattern } from '#patterns/user-pattern.ts'
import type { ParseState } from '../../state/parse-state.ts'

const LONGEST_PATTERN = 500

function patternIn(state: ParseState, written: string): UserPattern | null {
  const [, source, flags = ''] = /^\/(.+)\/([imsu]*)$/s.exec(written) ?? []
  if (source === undefined || source.length > LONGEST_PATTERN) return null
  state.steps.spend(20 + source.length)
  try {
    return compileUserPattern(source, {
      ignoreCase: flags.includes('i'),
      dotAll: flags.includes('s'),
      lines: flags.includes('m'),
    })
  } catch (error) {
    if (error instanceof PatternError) return null
    throw error
  }
}

/** Cuts a text; an empty separator cuts nothing. */
export function splitter(state: ParseState, written: string): (text: string, most: number) => string[] {
  if (written === '') return text => [text]
  const pattern = patternIn(state, written)
  return (text, most) => {
    state.steps.read(text, pattern ? 2 : 20)
    return pattern ? (pattern.split(text, most) as string[]) : text.split(written, most)
  }
}

export function matcher(state: ParseState, written: string): (text: string) => boolean {
  const pattern = patternIn(state, written)
  return text => {
    state.steps.read(text, pattern ? 2 : 20)
    return pattern ? pattern.matcher(text).find() : text === written
  }
}
