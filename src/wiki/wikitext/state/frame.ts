// One level of inclusion: the page itself, or a template with its arguments.

import type { Part, Tree } from '../preprocessor/nodes.ts'
import { trim } from '../text.ts'

export interface FrameTitle {
  ns: number
  dbkey: string
}

/** Expands nodes within a frame; comments are dropped. */
type ExpandInFrame = (tree: Tree, frame: Frame) => string

interface Argument {
  tree: Tree
  /** Named values are trimmed, numbered ones are not. */
  named: boolean
  value: string | null
}

export class Frame {
  readonly title: FrameTitle
  readonly parent: Frame | null
  readonly depth: number
  #arguments: Map<string, Argument> | null = null

  constructor(title: FrameTitle, parent: Frame | null) {
    this.title = title
    this.parent = parent
    this.depth = parent ? parent.depth + 1 : 0
  }

  /** Sets the arguments of a call. Names are expanded immediately, values on demand. Reports duplicate names. */
  setArguments(parts: readonly Part[], expand: ExpandInFrame, onDuplicate: (name: string) => void): void {
    if (parts.length === 0) return
    const seen = new Map<string, Argument>()
    for (const part of parts) {
      const named = part.index === 0
      const name = named ? trim(expand(part.name, this.parent!)) : String(part.index)
      if (seen.has(name)) onDuplicate(name)
      seen.set(name, { tree: part.value, named, value: null })
    }
    this.#arguments = seen
  }

  get hasArguments(): boolean {
    return this.#arguments !== null
  }

  /** Numbered arguments come first. */
  get argumentNames(): string[] {
    const all = [...(this.#arguments ?? [])]
    const named = (wanted: boolean) => all.filter(([, argument]) => argument.named === wanted).map(([name]) => name)
    return [...named(false), ...named(true)]
  }

  argument(name: string, expand: ExpandInFrame): string | undefined {
    const found = this.#arguments?.get(name)
    if (!found) return undefined
    if (found.value === null) {
      const value = expand(found.tree, this.parent!)
      found.value = found.named ? trim(value) : value
    }
    return found.value
  }

  /** Whether the page is already being included, which would be a loop. */
  includes(title: FrameTitle): boolean {
    for (let frame: Frame = this; frame.parent; frame = frame.parent) {
      if (frame.title.dbkey === title.dbkey && frame.title.ns === title.ns) return true
    }
    return false
  }
}
