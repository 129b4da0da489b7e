// A console for the authors of modules: runs questions about a module that need not be saved.

import { prefixedDbKey } from '#wiki/site/title-format.ts'
import { Expander } from './expand/expander.ts'
import type { PageContext, WikitextHost } from './host.ts'
import { errorDetails } from './lua/error-details.ts'
import { cleaned, withinLimits } from './lua/invoke.ts'
import { errorText, LuaFault, ScriptError } from './lua/script-error.ts'
import { Frame } from './state/frame.ts'
import { ParseState } from './state/parse-state.ts'
import { TemplateStore } from './state/template-store.ts'
import { TooManySteps } from './steps.ts'

export interface ConsoleOrder {
  /** The page of the module. */
  readonly page: PageContext
  /** Source of the module. */
  readonly text: string
  /** Earlier questions, which run again. */
  readonly earlier: readonly string[]
  readonly question: string
}

export type ConsoleResult =
  | { readonly type: 'normal'; readonly print: string; readonly return: string }
  | { readonly type: 'error'; readonly html: string; readonly message: string; readonly messagename: string }

export function askModule(host: WikitextHost, { page, text, earlier, question }: ConsoleOrder): ConsoleResult {
  if (host.scripts === 'elsewhere') throw new TooManySteps()
  host.beginScripts?.()
  const state = new ParseState(host, page, new TemplateStore(host), () => '')
  const name = prefixedDbKey(state.site, page.ns, page.dbkey)
  try {
    return withinLimits(new Expander(state), new Frame(page, null), (lua, invocation, milliseconds) => {
      const [, result] = lua.console(invocation, text, name, codeOf(earlier, question), milliseconds)
      return { type: 'normal', print: cleaned(lua.log), return: cleaned(result) }
    })
  } catch (error) {
    if (!(error instanceof LuaFault || error instanceof ScriptError)) throw error
    return {
      type: 'error',
      html: errorDetails(state, error, name),
      message: errorText(state, error, name),
      messagename: keyOf(error),
    }
  }
}

const keyOf = (error: LuaFault | ScriptError): string =>
  error instanceof ScriptError ? error.key : `scribunto-lua-error${error.place === null ? '' : '-location'}`

/**
 * All questions are one chunk, so that local variables stay. Line numbers count the lines of the questions. The line
 * break after an expression ends a comment in it.
 */
function codeOf(earlier: readonly string[], question: string): string {
  const before = earlier.map(each => (isExpression(each) ? `print(${each.slice(1)}\n) ` : `${each}\n`)).join('')
  const now = isExpression(question) ? `return __text(${question.slice(1)}\n)` : question
  return `local p, print, __begin, __text = ... ${before}__begin() ${now}`
}

/** As in the Lua interpreter, `=` shows the value of an expression. */
const isExpression = (question: string): boolean => question.startsWith('=')
