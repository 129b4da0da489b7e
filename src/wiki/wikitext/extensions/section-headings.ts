// The part of a page that is below a heading.

import { escapeRegExp } from '../text.ts'

const BLANK = '[ \\t\\n\\v\\f\\r]'
const LINE_START = '(?<![^\\n])'
const LINE_END = '(?![^\\n])'

/** The line of a heading with this text, and the line breaks that follow it but the last. */
const headingWith = (text: string): RegExp =>
  new RegExp(`${LINE_START}(={1,6})${BLANK}*${escapeRegExp(text)}${BLANK}*\\1${BLANK}*${LINE_END}`, 'gi')

/** A heading of this level or above. */
const headingUpTo = (level: number): RegExp =>
  new RegExp(`${LINE_START}(={1,${level}})(?!=)[^\\n]*?\\1${BLANK}*${LINE_END}`, 'g')

const LOWEST = 6

/**
 * From below a heading to the next one that is not deeper, or to a named one. Without a heading, what stands above the
 * first one. Null when there is no such heading.
 */
export function partUnder(source: string, heading: string, until: string): string | null {
  let [start, level] = [0, LOWEST]
  if (heading !== '') {
    const found = headingWith(heading).exec(source)
    if (!found) return null
    start = found.index + found[0].length
    level = found[1]!.length
  }
  const end = (until === '' ? null : from(headingWith(until), start)) ?? from(headingUpTo(level), start)
  return source.slice(start, end === null ? undefined : Math.max(start, end - 1))

  function from(pattern: RegExp, place: number): number | null {
    pattern.lastIndex = place
    return pattern.exec(source)?.index ?? null
  }
}
