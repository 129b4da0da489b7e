// Typos that are fixed automatically in translations, because the intent is clear.

import type { Span } from './checked-unit.ts'
import type { Flags } from './flags.ts'
import { baseLanguage } from './language.ts'
import { replaceSpans } from './scan.ts'

interface Fixable {
  readonly language: string
  readonly flags: Flags
  /** Placeholders and markup in a text, which are left alone; sorted. */
  readonly placeables?: (text: string) => readonly Span[]
}

type Fix = (target: string, source: string, unit: Fixable) => string

// A byte order mark is not whitespace.
const LEADING_SPACE = /^[^\S\ufeff]+/
const TRAILING_SPACE = /[^\S\ufeff]+$/

const trailingSpace = (text: string): string => {
  // Search from the end: from the front, every run of spaces would be tried.
  let start = text.length
  while (start > 0 && TRAILING_SPACE.test(text[start - 1]!)) start--
  return text.slice(start)
}

/** Surrounding whitespace must match the source, because the program relies on it. */
const outerSpace: Fix = (target, source, { flags }) => {
  const bare = target.trim()
  if (bare === '' || source.trim() === '') return target
  const edges = (text: string): [string, string] => [LEADING_SPACE.exec(text)?.[0] ?? '', trailingSpace(text)]
  const [ownHead, ownTail] = edges(target)
  const [head, tail] = edges(source)
  const inner = target.slice(ownHead.length, target.length - ownTail.length)
  const keeps = (name: string) => flags.has(`ignore-${name}`)
  const keepsHead = keeps('begin-space') || keeps('begin-newline')
  const keepsTail = keeps('end-space') || keeps('end-newline')
  return (keepsHead ? ownHead : head) + inner + (keepsTail ? ownTail : tail)
}

const ellipsis: Fix = (target, source) =>
  source.endsWith('…') && target.endsWith('...') ? `${target.slice(0, -3)}…` : target

const zeroWidthSpace: Fix = (target, source, { language }) =>
  source.includes('\u200b') || baseLanguage(language) === 'km' ? target : target.replaceAll('\u200b', '')

const CONTROLS = /[^\P{Cc}\t\n\r]/gu

const controlCharacters: Fix = (target, source) =>
  source.search(CONTROLS) === -1 ? target.replace(CONTROLS, '') : target

const WITH_DANDA = new Set(['hi', 'bn', 'or'])
// After a Latin letter or a digit, a full stop may be intended.
const WRONG_DANDA = /(?<=[^\x00-\x7f])[.|]$/

const danda: Fix = (target, source, { language, flags }) =>
  WITH_DANDA.has(baseLanguage(language)) && /(?<!\.)\.$/.test(source) && !flags.has('ignore-end-stop')
    ? target.replace(WRONG_DANDA, '।')
    : target

/** French and Breton use a non-breaking space before these marks; a plain space is replaced by one. */
const punctuationSpace: Fix = (target, _source, { language, flags, placeables }) => {
  const base = baseLanguage(language)
  const isCanadian = language.replace('-', '_') === 'fr_CA'
  if ((base !== 'fr' && base !== 'br') || isCanadian || flags.has('ignore-punctuation-spacing')) return target
  // Both replace one character by one.
  const fixed = target
    .replace(/(?<=\S)[ \u2009\u202f](?=:(?:\s|$))/g, '\u00a0')
    .replace(/(?<=\S)[ \u2009\u00a0](?=[;!?](?:\s|$))/g, '\u202f')
  if (fixed === target || placeables === undefined) return fixed
  return replaceSpans(fixed, placeables(target), ({ start, end }) => target.slice(start, end))
}

// Removing characters may expose whitespace at the edges, so those fixes come first.
const FIXES: readonly Fix[] = [zeroWidthSpace, controlCharacters, outerSpace, ellipsis, danda, punctuationSpace]

/** Applies all fixes to the forms of a translation. Empty forms stay empty, and none becomes empty. */
export function fixForms(targets: readonly string[], sources: readonly string[], unit: Fixable): string[] {
  return targets.map((target, i) => {
    const source = (i === 0 ? sources[0] : sources.at(-1)) ?? ''
    return FIXES.reduce((text, fix) => fix(text, source, unit), target) || target
  })
}
