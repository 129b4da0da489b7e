// Footnotes: <ref> and <references>. Their texts are read once, when the page is done, and only where they will show.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'

interface Note {
  text: string | null
  taken: boolean
}

const nested = /<ref\b[^<>]*>/i

export class References {
  readonly #groups = new Map<string, Map<string, Note>>()
  readonly #shown = new Set<string>([''])
  readonly #unnamed: { group: string; text: string }[] = []
  #faults = false
  /** Group of the <references> element whose content is being read. */
  #inside: string | null = null

  addRef(attributes: Map<string, string>, inner: string | null): void {
    const group = attributes.get('group') ?? this.#inside ?? ''
    const name = attributes.get('name') ?? ''
    const text = inner?.trim() ? inner : null
    const wrong = /^\d+$/.test(name) || (text !== null && nested.test(text)) || (name === '' && text === null)
    if (wrong || (name === '' && this.#inside !== null)) this.#faults = true
    else if (name === '') this.#unnamed.push({ group, text: text! })
    else this.#addNamed(group, name, text)
  }

  #addNamed(group: string, name: string, text: string | null): void {
    let notes = this.#groups.get(group)
    if (!notes) {
      notes = new Map()
      this.#groups.set(group, notes)
    }
    const note = notes.get(name)
    if (!note) {
      if (this.#inside === null) notes.set(name, { text, taken: false })
      else this.#faults = true
    } else if (note.text === null) note.text = text
    else if (text !== null && text !== note.text) this.#faults = true
  }

  /** <references>: its group shows, and notes inside it give texts to notes that were used before. */
  addReferences(attributes: Map<string, string>, readInner: () => void): void {
    const group = attributes.get('group') ?? ''
    this.#shown.add(group)
    const before = this.#inside
    this.#inside = group
    readInner()
    this.#inside = before
  }

  /** Texts to read now; each is given out once. */
  take(): string[] {
    const texts: string[] = []
    for (const { group, text } of this.#unnamed.splice(0)) {
      if (this.#shown.has(group)) texts.push(text)
      else this.#faults = true
    }
    for (const [group, notes] of this.#groups) {
      if (!this.#shown.has(group)) continue
      for (const note of notes.values()) {
        if (note.text === null || note.taken) continue
        texts.push(note.text)
        note.taken = true
      }
    }
    return texts
  }

  /** Whether readers would see an error: a note without text, twice with different texts, or in a group not shown. */
  get hasFaults(): boolean {
    if (this.#faults) return true
    for (const [group, notes] of this.#groups) {
      for (const note of notes.values()) if (note.text === null || !this.#shown.has(group)) return true
    }
    return false
  }
}

const attribute = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'`=<>]*)))?/g

/** Attributes of a tag, names in lower case. */
export function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name, double, single, bare] of text.matchAll(attribute)) {
    attributes.set(name!.toLowerCase(), decodeCharacterReferences(double ?? single ?? bare ?? '').trim())
  }
  return attributes
}
