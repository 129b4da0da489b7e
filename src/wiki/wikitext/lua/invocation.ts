// What one {{#invoke:}} can ask the wiki.

import type { Expanding } from '../functions/call.ts'
import { Frame } from '../state/frame.ts'
import type { ParseState } from '../state/parse-state.ts'
import { LuaRaised } from './machine.ts'

const MAX_FRAMES = 100

export class Invocation {
  readonly expander: Expanding
  readonly #frames = new Map<string, Frame>()
  /** Titles whose facts this page has asked for; asking again costs nothing. */
  readonly askedTitles: Set<string>

  constructor(expander: Expanding, frame: Frame, askedTitles: Set<string>) {
    this.expander = expander
    this.askedTitles = askedTitles
    this.#frames.set('current', frame)
    if (frame.parent) this.#frames.set('parent', frame.parent)
  }

  get state(): ParseState {
    return this.expander.state
  }

  hasFrame(id: string): boolean {
    return id === 'empty' || this.#frames.has(id)
  }

  frame(id: string): Frame {
    const frame = id === 'empty' ? new Frame(this.state.page, null) : this.#frames.get(id)
    if (frame === undefined) throw new LuaRaised('invalid frame ID')
    return frame
  }

  addFrame(frame: Frame): string {
    if (this.#frames.size > MAX_FRAMES) throw new LuaRaised('newChild: too many frames')
    const id = `frame${this.#frames.size}`
    this.#frames.set(id, frame)
    return id
  }

  countExpensive(): void {
    if (!this.state.usage.addExpensive()) throw new LuaRaised('too many expensive function calls')
  }
}

/** The invocation that is running; functions for Lua ask for it when they are called. */
export type Current = () => Invocation
