// Arguments and results of parser functions.

import type { Part, TemplateNode, Tree } from '../preprocessor/nodes.ts'
import { Frame } from '../state/frame.ts'
import type { ParseState } from '../state/parse-state.ts'
import { dropBroken } from '../state/strip-markers.ts'
import type { FoundTemplate } from '../state/template-store.ts'
import { trim } from '../text.ts'

/** The part of the expander that function calls need. */
export interface Expanding {
  readonly state: ParseState
  expand(tree: Tree, frame: Frame): string
  expandText(text: string, frame: Frame, included: boolean): string
  expandTag(name: string, attributes: string, inner: string | null, close: string, frame: Frame): string
  /** A part as written: name, equals sign, value. */
  expandPart(part: Part, frame: Frame): string
  /** An unresolved call stays in the text with its inner calls expanded. */
  writeBack(title: string, node: TemplateNode, frame: Frame): string
  /** The parser function with an ID. */
  functionNamed(id: string): ParserFunction | undefined
  /** The text of a template that exists, with these arguments. */
  expandTemplate(found: FoundTemplate, parts: readonly Part[], frame: Frame): string
}

/** Text; wikitext to be expanded; or null to try the call as a template instead. */
export type FunctionResult = string | { wikitext: string } | null

/** A call with lazily expanded arguments: branches not taken must have no side effects. */
export interface LazyCall {
  readonly state: ParseState
  readonly expander: Expanding
  readonly frame: Frame
  /** The expanded text after the colon. */
  readonly first: string
  /** The arguments after the first. */
  readonly parts: readonly Part[]
  /** An argument by position, counted from 0, expanded and trimmed; empty when missing. */
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
