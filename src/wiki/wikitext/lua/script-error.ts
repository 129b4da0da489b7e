// Errors of scripts, as Scribunto shows them on the page.

import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml } from '../text.ts'

/** Words for wikis without the messages of Scribunto. `$1` is the place in the script. */
export const scriptWording: Readonly<Record<string, string>> = {
  'scribunto-common-backtrace': 'Backtrace:',
  'scribunto-common-error-category': 'Pages with script errors',
  'scribunto-common-error-category-desc': 'A module that the page calls has an error.',
  'scribunto-common-no-details': 'No further details are available.',
  'scribunto-common-nosuchmodule': 'Script error: No such module "$2".',
  'scribunto-common-nofunction': 'Script error: You must specify a function to call.',
  'scribunto-common-nosuchfunction': 'Script error: The function "$2" does not exist.',
  'scribunto-common-notafunction': 'Script error: "$2" is not a function.',
  'scribunto-common-timeout': 'The time allocated for running scripts has expired.',
  'scribunto-error-short': 'Script error: $1',
  'scribunto-line': 'at line $1',
  'scribunto-lua-backtrace-line': '<strong>$1</strong>: $2',
  'scribunto-lua-error': 'Lua error: $2.',
  'scribunto-lua-error-location': 'Lua error $1: $2.',
  'scribunto-lua-in-function': 'in function "$1"',
  'scribunto-lua-in-main': 'in main chunk',
  'scribunto-lua-notarrayreturn':
    'Script error: The module returned a $2 value. It is supposed to return an export table.',
  'scribunto-module-line': 'in $1 at line $2',
  'scribunto-module-with-errors-category': 'Scribunto modules with errors',
  'scribunto-module-with-errors-category-desc': 'The module has a syntax error.',
}

/** One call on the way to an error. */
export interface TraceLine {
  readonly source: string
  readonly line: number
  /** Name of the function, if Lua knows one. */
  readonly name: string | null
  readonly isMain: boolean
}

const LOCATED = /^(.*?):(\d+): (.*)$/

/** An error in Lua code. */
export class LuaFault extends Error {
  /** The message with its place, as Lua gave it. */
  readonly original: string
  readonly place: { readonly module: string; readonly line: string } | null
  readonly trace: readonly TraceLine[]

  constructor(original: string, trace: readonly TraceLine[] = []) {
    const located = LOCATED.exec(original)
    super(located ? located[3] : original)
    this.original = original
    this.place = located ? { module: located[1]!, line: located[2]! } : null
    this.trace = trace
  }

  /** Reads the message and the calls, as `describe` in base.lua writes them. */
  static fromDescription(description: string): LuaFault {
    const [message = '', calls = ''] = description.split('\0')
    const trace = calls === '' ? [] : calls.split('\n').map(readTraceLine)
    return new LuaFault(message, trace)
  }
}

function readTraceLine(text: string): TraceLine {
  const [source = '', line = '', kind = '', name = '', what = ''] = text.split('\t')
  return { source, line: Number(line), name: kind === '' ? null : name, isMain: what === 'main' }
}

/** An error of the call, not of Lua. */
export class ScriptError extends Error {
  readonly key: string
  readonly parameter: string

  constructor(key: string, parameter = '') {
    super(key)
    this.key = key
    this.parameter = parameter
  }
}

/** A message of Scribunto in the wiki's language. */
export function worded({ host }: Pick<ParseState, 'host'>, key: string, ...params: readonly string[]): string {
  const text = host.message(key) ?? scriptWording[key]!
  return text.replace(/\$(\d)/g, (whole, place: string) => params[Number(place) - 1] ?? whole)
}

/** `ownModule` is the module that is being written, whose name need not be said. */
export function errorText(state: ParseState, error: LuaFault | ScriptError, ownModule?: string): string {
  if (error instanceof ScriptError) return worded(state, error.key, '[UNKNOWN]', error.parameter)
  if (error.place === null) return worded(state, 'scribunto-lua-error', '[UNKNOWN]', error.message)
  const { module, line } = error.place
  const place =
    module === ownModule ? worded(state, 'scribunto-line', line) : worded(state, 'scribunto-module-line', module, line)
  return worded(state, 'scribunto-lua-error-location', place, error.message)
}

/** The error in the text of the page. `number` counts the errors of the page from 0. */
export function errorElement(state: ParseState, error: LuaFault | ScriptError, number: number): string {
  const text = escapeHtml(errorText(state, error))
  return `<strong class="error"><span class="scribunto-error" id="mw-scribunto-error-${number}">${text}</span></strong>`
}

export const ERROR_CATEGORY = 'scribunto-common-error-category'
export const categoryName = scriptWording[ERROR_CATEGORY]!
/** For modules with syntax errors. */
export const FAULTY_MODULES = 'scribunto-module-with-errors-category'
export const faultyModulesName = scriptWording[FAULTY_MODULES]!
