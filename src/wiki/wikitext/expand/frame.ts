// One level of inclusion: the page itself, or a template with the arguments it was given.

import type { Part, Tree } from '../preprocessor/nodes.ts'
import { trim } from '../text.ts'

export interface FrameTitle {
  ns: number
  dbkey: string
}

/** Expands nodes within a frame; comments are dropped. */
export type ExpandInFrame = (tree: Tree, frame: Frame) => string

export class Frame {
  readonly title: FrameTitle
  readonly parent: Frame | null
  readonly depth: number
  readonly #titles: ReadonlySet<string>
  readonly #numbered = new Map<string, Tree>()
  readonly #named = new Map<string, Tree>()
  readonly #values = new Map<string, string>()

  constructor(title: FrameTitle, parent: Frame | null) {
    this.title = title
    this.parent = parent
    this.depth = parent ? parent.depth + 1 : 0
    this.#titles = parent ? new Set([...parent.#titles, `${title.ns}:${title.dbkey}`]) : new Set()
  }

  /** Takes the arguments of a call. Names are expanded at once, values when asked for. Tells of repeated names. */
  setArguments(parts: readonly Part[], expand: ExpandInFrame, onDuplicate: () => void): void {
    for (const part of parts) {
      const name = part.index > 0 ? String(part.index) : trim(expand(part.name, this.parent!))
      if (this.#numbered.has(name) || this.#named.has(name)) onDuplicate()
      if (part.index > 0) {
        this.#named.delete(name)
        this.#numbered.set(name, part.value)
      } else {
        this.#numbered.delete(name)
        this.#named.set(name, part.value)
      }
    }
  }

  get hasArguments(): boolean {
    return this.#numbered.size > 0 || this.#named.size > 0
  }

  /** The page itself has no arguments at all, which is not the same as an argument without value. */
  get isTemplate(): boolean {
    return this.parent !== null
  }

  argument(name: string, expand: ExpandInFrame): string | undefined {
    const known = this.#values.get(name)
    if (known !== undefined) return known
    let value: string
    const numbered = this.#numbered.get(name)
    if (numbered) value = expand(numbered, this.parent!)
    else {
      const named = this.#named.get(name)
      if (!named) return undefined
      value = trim(expand(named, this.parent!))
    }
    this.#values.set(name, value)
    return value
  }

  /** Whether including the page here would lead back to a page that is being included. */
  includes(title: FrameTitle): boolean {
    return this.#titles.has(`${title.ns}:${title.dbkey}`)
  }
}
