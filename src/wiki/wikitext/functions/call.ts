// How a parser function gets its arguments and what it may answer.

import type { Part, TemplateNode, Tree } from '../preprocessor/nodes.ts'
import { Frame } from '../state/frame.ts'
import type { ParseState } from '../state/parse-state.ts'
import { dropBroken } from '../state/strip-markers.ts'
import { trim } from '../text.ts'

/** What turns trees into text, as far as calls need it. */
export interface Expanding {
  readonly state: ParseState
  expand(tree: Tree, frame: Frame): string
  expandText(text: string, frame: Frame, included: boolean): string
  expandTag(name: string, attributes: string, inner: string | null, close: string, frame: Frame): string
  /** A part as it is written: name, equals sign, value. */
  expandPart(part: Part, frame: Frame): string
  /** A call that leads nowhere stays in the text with its inner calls expanded. */
  writeBack(title: string, node: TemplateNode, frame: Frame): string
}

/** Text; wikitext that is still to be expanded; or null: "not mine", and the call is tried as a template. */
export type FunctionResult = string | { wikitext: string } | null

/** A call whose arguments are expanded only when asked for: what a condition does not choose must leave no trace. */
export interface LazyCall {
  readonly state: ParseState
  readonly expander: Expanding
  readonly frame: Frame
  /** What stands after the colon, expanded. */
  readonly first: string
  /** The arguments after the first. */
  readonly parts: readonly Part[]
  /** Argument by position, the first being 0, expanded and trimmed; empty when there is none. */
  argument(position: number): string
}

type PlainFunction = (state: ParseState, args: readonly string[]) => FunctionResult
type LazyFunction = (call: LazyCall) => FunctionResult

export type ParserFunction = { run: PlainFunction; lazy?: false } | { run: LazyFunction; lazy: true }

export type Variable = (state: ParseState, frame: Frame) => string

export const plain = (run: PlainFunction): ParserFunction => ({ run })
export const lazy = (run: LazyFunction): ParserFunction => ({ run, lazy: true })

export function callFunction(
  expander: Expanding,
  fn: ParserFunction,
  first: string,
  node: TemplateNode,
  frame: Frame,
): string | null {
  expander.state.steps.read(first, 5)
  const result = fn.lazy ? fn.run(lazyCall(expander, first, node, frame)) : fn.run(expander.state, plainArguments())
  if (result === null) return null
  if (typeof result === 'string') return dropBroken(result)
  return expander.expandText(result.wikitext, new Frame(frame.title, frame), true)

  function plainArguments(): string[] {
    return [first, ...node.parts.map(part => trim(expander.expandPart(part, frame)))]
  }
}

function lazyCall(expander: Expanding, first: string, node: TemplateNode, frame: Frame): LazyCall {
  const { parts } = node
  return {
    state: expander.state,
    expander,
    frame,
    first,
    parts,
    argument(position) {
      if (position === 0) return first
      const part = parts[position - 1]
      return part ? trim(expander.expandPart(part, frame)) : ''
    },
  }
}
