// The footnotes of a page, by group, until they are shown.

export interface Note {
  /** Null for a note that is used once and has no name. */
  readonly name: string | null
  /** Counts over all groups of the page. */
  readonly id: number
  /** Counts within the group; null for the end of a note that began on an earlier page. */
  readonly number: number | null
  uses: number
  /** Wikitext; null while the note was only mentioned. */
  text: string | null
  direction: 'ltr' | 'rtl' | null
}

interface NoteGroup {
  readonly notes: Note[]
  readonly byName: Map<string, Note>
  /** How many ends of notes of earlier pages stand before the others. */
  ends: number
}

/** A <ref> as it is written. */
export interface WrittenRef {
  readonly name: string | null
  readonly follow: string
  /** As it is written; without one, it is that of the list around it. */
  readonly group: string | null
  readonly direction: string | null
  /** Null without an end tag. */
  readonly text: string | null
  readonly hasUnknown: boolean
}

/** A use of a note that can be undone. */
interface Done<Ref> {
  readonly ref: Ref
  undo(): void
}

/** `Ref` is how a note is written where it is used. */
export class Footnotes<Ref = unknown> {
  readonly #groups = new Map<string, NoteGroup>()
  readonly #done: Done<Ref>[] = []
  #notes = 0
  /** Group of the <references> element that is being read or shown. */
  inside: string | null = null
  /** What is wrong with notes inside of it. */
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

  /** The end of a note of an earlier page; such ends stand before all others. */
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

  /** Notes what was done for a tag; mistakes are done too. */
  did(ref: Ref, undo: () => void): void {
    this.#done.push({ ref, undo })
  }

  /** Undoes what the last tags did, as if they had not been read, and gives them back in their order. */
  undoLast(count: number): Ref[] {
    const last = this.#done.splice(Math.max(0, this.#done.length - count))
    for (const { undo } of last.toReversed()) undo()
    return last.map(({ ref }) => ref)
  }

  /** Takes the note back that was added last. */
  removeLast(group: string, note: Note): void {
    const found = this.#group(group)
    const { notes, byName } = found
    notes.splice(notes.lastIndexOf(note), 1)
    if (note.number === null) found.ends--
    if (note.name !== null && byName.get(note.name) === note) byName.delete(note.name)
    if (notes.length === 0) this.#groups.delete(group)
  }

  /** A group to be shown; later notes of the same name begin a new one. */
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
