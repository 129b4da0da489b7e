// The footnotes of a page by group, until they are shown.

export interface Note {
  /** Null for an unnamed note, which is used once. */
  readonly name: string | null
  /** Numbered across all groups of the page. */
  readonly id: number
  /** Numbered within the group; null for the continuation of a note from an earlier page. */
  readonly number: number | null
  uses: number
  /** Wikitext; null for a note without a text so far. */
  text: string | null
  direction: 'ltr' | 'rtl' | null
}

interface NoteGroup {
  readonly notes: Note[]
  readonly byName: Map<string, Note>
  /** Number of continuations before the other notes. */
  ends: number
}

/** A parsed <ref>. */
export interface WrittenRef {
  readonly name: string | null
  readonly follow: string
  /** The group as written; null to use that of the enclosing list. */
  readonly group: string | null
  readonly direction: string | null
  /** Null without an end tag. */
  readonly text: string | null
  readonly hasUnknown: boolean
}

/** A reversible use of a note. */
interface Done<Ref> {
  readonly ref: Ref
  undo(): void
}

/** `Ref` is the type of a parsed reference. */
export class Footnotes<Ref = unknown> {
  readonly #groups = new Map<string, NoteGroup>()
  readonly #done: Done<Ref>[] = []
  #notes = 0
  /** Group of the <references> element being parsed or shown. */
  inside: string | null = null
  /** Errors of notes in that element. */
  errors: string[] = []

  has(group: string): boolean {
    return this.#groups.has(group)
  }

  find(group: string, name: string): Note | undefined {
    return this.#groups.get(group)?.byName.get(name)
  }

  add(group: string, name: string | null, text: string | null): Note {
    const { notes, byName, ends } = this.#group(group)
    const number = notes.length - ends + 1
    const note: Note = { name, id: ++this.#notes, number, uses: 0, text, direction: null }
    notes.push(note)
    if (name !== null && name !== '') byName.set(name, note)
    return note
  }

  /** Adds the continuation of a note from an earlier page; continuations precede all other notes. */
  addEnd(group: string, name: string, text: string): Note {
    const found = this.#group(group)
    const end: Note = { name, id: ++this.#notes, number: null, uses: 0, text, direction: null }
    found.notes.splice(found.ends++, 0, end)
    return end
  }

  #group(key: string): NoteGroup {
    let group = this.#groups.get(key)
    if (!group) {
      group = { notes: [], byName: new Map(), ends: 0 }
      this.#groups.set(key, group)
    }
    return group
  }

  /** Records the effect of a tag, including errors. */
  did(ref: Ref, undo: () => void): void {
    this.#done.push({ ref, undo })
  }

  /** Undoes the effects of the last tags and returns them in order. */
  undoLast(count: number): Ref[] {
    const last = this.#done.splice(Math.max(0, this.#done.length - count))
    for (const { undo } of last.toReversed()) undo()
    return last.map(({ ref }) => ref)
  }

  /** Removes the note that was added last. */
  removeLast(group: string, note: Note): void {
    const found = this.#group(group)
    const { notes, byName } = found
    notes.splice(notes.lastIndexOf(note), 1)
    if (note.number === null) found.ends--
    if (note.name !== null && byName.get(note.name) === note) byName.delete(note.name)
    if (notes.length === 0) this.#groups.delete(group)
  }

  /** Takes a group to show it; later notes start a new one. */
  take(key: string): readonly Note[] {
    this.#done.length = 0
    const notes = this.#groups.get(key)?.notes ?? []
    this.#groups.delete(key)
    return notes
  }

  get groups(): string[] {
    return [...this.#groups.keys()]
  }
}
