// Loops: repeats wikitext, a limited number of times on each page.

import { type LazyCall, lazy } from '../functions/call.ts'
import { limits } from '../state/limits.ts'
import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml, trim } from '../text.ts'
import type { Extension } from './extension.ts'
import { setVariable } from './variables.ts'

/** The default of MediaWiki's extension. */
const MOST_LOOPS = 100

const counts = new WeakMap<ParseState, number>()

/** Counts a round; false when the page has had its share. */
function mayGoOn(state: ParseState): boolean {
  const count = (counts.get(state) ?? 0) + 1
  counts.set(state, count)
  return count <= MOST_LOOPS
}

const TOO_MANY = 'Maximum number of loops have been performed'

function tooMany(state: ParseState): string {
  const words = state.host.message('loops_max') ?? TOO_MANY
  return `<span class="error">${escapeHtml(words)}</span>`
}

/** Repeats a block while there is something to repeat it for, and room for the result. */
function repeat(state: ParseState, next: () => boolean, block: () => string): string {
  state.volatile++
  let text = ''
  while (next()) {
    if (!mayGoOn(state)) return text + tooMany(state)
    const piece = block()
    state.steps.read(piece, 20)
    if (text.length + piece.length > limits.includeBytes) return text + tooMany(state)
    text += piece
  }
  return text
}

/** An argument as written, with its blanks. */
const block = ({ expander, frame, parts }: LazyCall, position: number): string => {
  const part = parts[position - 1]
  return part ? expander.expandPart(part, frame) : ''
}

const holds = (call: LazyCall): boolean => trim(block(call, 1)) !== ''

function loop(call: LazyCall): string {
  const { state } = call
  const [start, count] = [whole(call.argument(1)), whole(call.argument(2))]
  let done = 0
  return repeat(
    state,
    () => done < Math.abs(count),
    () => {
      setVariable(state, call.first, String(start + (count < 0 ? -done : done)))
      done++
      return block(call, 3)
    },
  )
}

const whole = (text: string): number => Math.trunc(Number.parseInt(text, 10)) || 0

/** For each argument of the template that the call is in. */
function forEachArgument(call: LazyCall, names: readonly string[], variables: readonly string[], last: number): string {
  const { state, frame, expander } = call
  const [keyName = '', valueName = ''] = variables
  let at = 0
  return repeat(
    state,
    () => at < names.length,
    () => {
      const name = names[at++]!
      if (keyName !== '') setVariable(state, keyName, name)
      if (valueName !== '') setVariable(state, valueName, frame.argument(name, expander.expand) ?? '')
      return block(call, last)
    },
  )
}

function forArguments(call: LazyCall): string {
  const names = call.frame.argumentNames.filter(name => name.startsWith(call.first))
  return forEachArgument(call, names, [call.argument(1), call.argument(2)], 3)
}

function forNumberedArguments(call: LazyCall): string {
  const names = call.frame.argumentNames.filter(name => /^\d+$/.test(name)).sort((a, b) => Number(a) - Number(b))
  return forEachArgument(call, names, [call.first, call.argument(1)], 2)
}

export const loops: Extension = {
  name: 'Loops',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:Loops',
  about: 'Repeats wikitext, up to 100 times on a page.',
  functions: {
    while: lazy(call =>
      repeat(
        call.state,
        () => holds(call),
        () => block(call, 2),
      ),
    ),
    dowhile: lazy(call => {
      let isFirst = true
      const next = () => {
        const goesOn = isFirst || holds(call)
        isFirst = false
        return goesOn
      }
      return repeat(call.state, next, () => block(call, 2))
    }),
    loop: lazy(loop),
    forargs: lazy(forArguments),
    fornumargs: lazy(forNumberedArguments),
  },
  messages: { loops_max: TOO_MANY },
}
