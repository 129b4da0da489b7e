// Footnotes: <ref> and <references>. A group is parsed where it is shown, or at the end of the page.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import type { ParserOutput } from '../state/output.ts'

interface Group {
  /** Texts by name; null for a note without a text so far. */
  named: Map<string, string | null>
  unnamed: string[]
}

const NOTE = /<ref(?:erences)?\b/i

/** Whether a note contains another one outside of other tags, so that its own end is probably missing. */
export function holdsNote(text: string): boolean {
  if (!NOTE.test(text)) return false
  const rest = withoutTags(text)
  const found = NOTE.exec(rest)
  return found !== null && rest.lastIndexOf('>') > found.index
}

const START = /<(\w+)[^>]*>|<!--/g
const END = /<\/(\w+)\s*>/g

/** The text without elements and comments that end, as far as one look from left to right shows. */
function withoutTags(text: string): string {
  const ends = Map.groupBy(text.matchAll(END), ([, name]) => name!)
  const lastBracket = text.lastIndexOf('>')
  let [result, done] = ['', 0]
  START.lastIndex = 0
  for (let start = START.exec(text); start && start.index < lastBracket; start = START.exec(text)) {
    const end = endOf(start)
    if (end === null) {
      // Markup inside of a start tag counts, too.
      START.lastIndex = start.index + 1
      continue
    }
    result += text.slice(done, start.index)
    done = end
    START.lastIndex = end
  }
  return result + text.slice(done)

  function endOf({ 0: written, 1: name, index }: RegExpExecArray): number | null {
    const inside = index + written.length
    if (name === undefined) {
      const close = text.indexOf('-->', inside)
      return close < 0 ? null : close + 3
    }
    const waiting = ends.get(name)
    while (waiting?.length && waiting[0]!.index < inside) waiting.shift()
    const close = waiting?.[0]
    return close ? close.index + close[0].length : null
  }
}

/** A property of every page with a note that extends another, whether that is allowed or not. */
export function trackExtends({ properties }: Pick<ParserOutput, 'properties'>, attributes: Map<string, string>): void {
  if (attributes.has('extends')) properties.set('ref-extends', '')
}

export class References {
  readonly #read: (text: string) => void
  readonly #onFault: () => void
  readonly #groups = new Map<string, Group>()
  /** Group of the <references> element being parsed. */
  #inside: string | null = null
  #showing = false

  /** `onFault` is called whenever readers would see an error instead of a note. */
  constructor(read: (text: string) => void, onFault: () => void) {
    this.#read = read
    this.#onFault = onFault
  }

  addRef(attributes: Map<string, string>, inner: string | null): void {
    // Nested notes are never shown.
    if (this.#showing) return
    const name = attributes.get('name') ?? ''
    const text = inner?.trim() ? inner : null
    const wrong = /^\d+$/.test(name) || (text !== null && holdsNote(text)) || (name === '' && text === null)
    if (wrong || (name === '' && this.#inside !== null)) this.#onFault()
    else this.#add(attributes.get('group') ?? this.#inside ?? '', name, text)
  }

  #add(key: string, name: string, text: string | null): void {
    let group = this.#groups.get(key)
    if (!group) {
      group = { named: new Map(), unnamed: [] }
      this.#groups.set(key, group)
    }
    const existing = group.named.get(name)
    if (name === '') group.unnamed.push(text!)
    else if (existing === undefined && this.#inside !== null) this.#onFault()
    else if (existing === undefined || existing === null) group.named.set(name, text)
    else if (text !== null && text !== existing) this.#onFault()
  }

  /** <references>: notes inside it define the texts of notes used before; then the group is shown and starts over. */
  addReferences(attributes: Map<string, string>, readInner: () => void): void {
    const group = attributes.get('group') ?? ''
    const before = this.#inside
    this.#inside = group
    readInner()
    this.#inside = before
    this.#show(group)
  }

  #show(key: string): void {
    const group = this.#groups.get(key)
    if (!group) return
    this.#groups.delete(key)
    const before = this.#showing
    this.#showing = true
    for (const text of [...group.unnamed, ...group.named.values()]) {
      if (text === null) this.#onFault()
      // A note is inside a list item, so its first line cannot be a heading or a table.
      else this.#read(`<span>${withoutLastLines(text)}</span>`)
    }
    this.#showing = before
  }

  /** At the end of the page, notes without a group are shown, those of other groups are not. */
  finish(): void {
    this.#show('')
    if (this.#groups.size > 0) this.#onFault()
  }
}

/** A note without trailing line breaks. */
export function withoutLastLines(text: string): string {
  let end = text.length
  while (end > 0 && text.charCodeAt(end - 1) === 0x0a) end--
  return text.slice(0, end)
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'`=<>]*)))?/g

/** Attributes of a tag, with names in lower case. */
export function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single, bare] of text.matchAll(attribute)) {
    attributes.set(name!.toLowerCase(), decodeCharacterReferences(double ?? single ?? bare ?? '').trim())
  }
  return attributes
}
