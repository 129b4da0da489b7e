// Footnotes: <ref> and <references>. Their texts are read once, when the page is done, and only where they will show.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'

interface Note {
  text: string | null
}

export class References {
  readonly #groups = new Map<string, Map<string, Note>>()
  readonly #shown = new Set<string>([''])
  readonly #unnamed: { group: string; text: string }[] = []
  /** Group of the <references> element whose content is being read. */
  #inside: string | null = null

  addRef(attributes: Map<string, string>, inner: string | null): void {
    const group = attributes.get('group') ?? this.#inside ?? ''
    const name = attributes.get('name') ?? ''
    const text = inner?.trim() ? inner : null
    if (/^\d+$/.test(name)) return
    if (name === '') {
      if (text !== null && this.#inside === null) this.#unnamed.push({ group, text })
      return
    }
    let notes = this.#groups.get(group)
    if (!notes) {
      notes = new Map()
      this.#groups.set(group, notes)
    }
    const note = notes.get(name)
    if (note) note.text ??= text
    else if (this.#inside === null) notes.set(name, { text })
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
    for (const { group, text } of this.#unnamed.splice(0)) if (this.#shown.has(group)) texts.push(text)
    for (const [group, notes] of this.#groups) {
      if (!this.#shown.has(group)) continue
      for (const note of notes.values()) {
        if (note.text === null || note.text === '') continue
        texts.push(note.text)
        note.text = ''
      }
    }
    return texts
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
