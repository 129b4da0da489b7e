// Text helpers that several checks use.

export function count(text: string, part: string): number {
  let n = 0
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) n++
  return n
}

/** Length in characters as people count them for limits: code points. */
export function characterCount(text: string): number {
  let n = 0
  for (const _ of text) n++
  return n
}

/** The last character, whole even when it is a surrogate pair; empty for the empty string. */
function lastCharacter(text: string): string {
  const last = text.at(-1) ?? ''
  return /[\uDC00-\uDFFF]/.test(last) ? text.slice(-2) : last
}

/** Whether exactly one of two texts ends in a character of the set. Empty texts end in nothing and are not compared. */
export function onlyOneEndsIn(marks: ReadonlySet<string>, source: string, target: string): boolean {
  if (source === '' || target === '') return false
  return marks.has(lastCharacter(source)) !== marks.has(lastCharacter(target))
}

export const marks = (characters: string): ReadonlySet<string> => new Set(characters)

const WORD_CHARACTER = /[\p{L}\p{N}\p{M}_]/u

export function isWordCharacter(char: string | undefined): boolean {
  if (char === undefined) return false
  // Most characters are ASCII, and the pattern is slow by comparison.
  if (char < '\x80') return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || /[0-9_]/.test(char)
  return WORD_CHARACTER.test(char)
}

/** The character that ends where another begins, whole even when it is a surrogate pair. */
export function characterBefore(text: string, at: number): string | undefined {
  const char = text[at - 1]
  return char !== undefined && /[\uDC00-\uDFFF]/.test(char) && at > 1 ? text.slice(at - 2, at) : char
}

/** The character that begins at a place; undefined at the end. */
export function characterAt(text: string, at: number): string | undefined {
  const code = text.codePointAt(at)
  return code === undefined ? undefined : String.fromCodePoint(code)
}

/** Whether a word or phrase occurs in a text, in any letter case; `whole` demands word boundaries around it. */
export function occurs(text: string, phrase: string, whole: boolean): boolean {
  if (phrase === '') return false
  const within = text.toLowerCase()
  const part = phrase.toLowerCase()
  const opens = whole && isWordCharacter(characterAt(part, 0))
  const closes = whole && isWordCharacter(lastCharacter(part))
  for (let at = within.indexOf(part); at >= 0; at = within.indexOf(part, at + 1)) {
    if (opens && isWordCharacter(characterBefore(within, at))) continue
    if (closes && isWordCharacter(characterAt(within, at + part.length))) continue
    return true
  }
  return false
}

/** Whether the text has letters with case and all of them are capitals. */
export const isAllCapitals = (text: string): boolean => text === text.toUpperCase() && text !== text.toLowerCase()

/** Where a phrase occurs in a text, in any letter case. */
export function occurrences(text: string, phrase: string): { start: number; end: number }[] {
  if (phrase === '') return []
  const lower = text.toLowerCase()
  // A few letters change their length with their case; offsets would be wrong then, so the case has to match.
  const folds = lower.length === text.length
  const within = folds ? lower : text
  const part = folds ? phrase.toLowerCase() : phrase
  const spans: { start: number; end: number }[] = []
  for (let at = within.indexOf(part); at >= 0; at = within.indexOf(part, at + part.length)) {
    spans.push({ start: at, end: at + part.length })
  }
  return spans
}

/** A text without the characters of a kind at its edges. */
export function trimmed(text: string, kind: RegExp): string {
  let start = 0
  let end = text.length
  while (start < end && kind.test(text[start]!)) start++
  while (end > start && kind.test(text[end - 1]!)) end--
  return text.slice(start, end)
}

/** How often each item occurs. */
export function tally(items: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1)
  return counts
}

export function sameTally(one: Iterable<string>, other: Iterable<string>): boolean {
  const a = tally(one)
  const b = tally(other)
  return a.size === b.size && [...a].every(([item, n]) => b.get(item) === n)
}

export function sameSet(one: Iterable<string>, other: Iterable<string>): boolean {
  const a = new Set(one)
  const b = new Set(other)
  return a.size === b.size && [...a].every(item => b.has(item))
}
