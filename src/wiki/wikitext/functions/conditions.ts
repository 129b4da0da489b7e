// #if, #ifeq, #iferror, #ifexpr, #ifexist, #switch and #expr. Only the chosen branch is expanded.

import { decodeCharacterReferences } from '#wiki/site/character-references.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml, trim } from '../text.ts'
import { type LazyCall, lazy, type ParserFunction, plain } from './call.ts'
import { ExpressionFault, evaluate, evaluateToText } from './expression.ts'

const numeric = /^[ \t\n\r\v\f]*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[ \t\n\r\v\f]*$/

/** Compares numbers by value, anything else as text. */
function looselyEqual(a: string, b: string): boolean {
  if (a === b) return true
  return numeric.test(a) && numeric.test(b) && Number(a) === Number(b)
}

/** Tags, also <nowiki>, are equal to nothing but themselves. */
const comparable = (text: string): string => trim(decodeCharacterReferences(text))

const errorTag = /<(?:strong|span|p|div)(\s[^<>]*)>/g

/** Whether a text contains an error from a function: an element with class "error". */
function holdsError(text: string): boolean {
  if (!text.includes('error')) return false
  for (const [, attributes = ''] of text.matchAll(errorTag)) {
    const classes = /\sclass="([^"]*)"/.exec(attributes)?.[1] ?? ''
    if (classes.split(/\s+/).includes('error')) return true
  }
  return false
}

function fault(state: ParseState, error: unknown): string {
  if (!(error instanceof ExpressionFault)) throw error
  const message = state.host.message(`pfunc_expr_${error.key}`) ?? `Expression error: ${faultInWords(error)}.`
  return `<strong class="error">${escapeHtml(message.replaceAll('$1', () => error.parameter))}</strong>`
}

/** Error text for a wiki without interface messages. */
const faultInWords = ({ key, parameter }: ExpressionFault): string =>
  key.replaceAll('_', ' ') + (parameter === '' ? '' : ` “${parameter}”`)

function ifExpression(call: LazyCall): string {
  try {
    const value = evaluate(call.first)
    return call.argument(value !== null && value !== 0 ? 1 : 2)
  } catch (error) {
    return fault(call.state, error)
  }
}

function expression(state: ParseState, text: string): string {
  try {
    return evaluateToText(text)
  } catch (error) {
    return fault(state, error)
  }
}

function exists(state: ParseState, text: string): boolean {
  const title = titleOrNull(state.site, text)
  if (title?.interwiki !== '') return false
  if (title.ns === NS.special) return state.site.specialPages.resolve(title.dbkey) !== null
  if (title.ns === NS.media) {
    if (!state.usage.addExpensive()) return false
    const target = state.host.fileRedirect?.(title.dbkey) ?? title.dbkey
    const isFile = state.host.fileExists(target)
    state.output.images.add(isFile ? target : title.dbkey)
    return isFile
  }
  if (title.dbkey === '') return false
  // A page that is already linked costs nothing.
  if (!state.output.links.has(title.ns, title.dbkey) && !state.usage.addExpensive()) return false
  state.output.addLink(title)
  return state.host.pageExists(title.ns, title.dbkey)
}

function chooseCase(call: LazyCall): string {
  const { state, expander, frame } = call
  const primary = comparable(call.first)
  const isDefault = (text: string) => state.words.isDefaultCase(text)
  const branch = (position: number) => trim(expander.expand(call.parts[position]!.value, frame))
  let matched = false
  let defaultNext = false
  let fallback = -1
  let lastText: string | null = null
  for (let i = 0; i < call.parts.length; i++) {
    const part = call.parts[i]!
    if (part.index > 0) {
      lastText = branch(i)
      const test = comparable(lastText)
      if (looselyEqual(test, primary)) matched = true
      else if (isDefault(test)) defaultNext = true
      continue
    }
    lastText = null
    if (matched) return branch(i)
    const test = comparable(expander.expand(part.name, frame))
    if (looselyEqual(test, primary)) return branch(i)
    if (defaultNext || isDefault(test)) {
      fallback = i
      defaultNext = false
    }
  }
  if (lastText !== null) return lastText
  return fallback < 0 ? '' : branch(fallback)
}

export const conditionFunctions: Record<string, ParserFunction> = {
  if: lazy(call => call.argument(call.first !== '' ? 1 : 2)),
  ifeq: lazy(call => {
    const left = comparable(call.first)
    const right = comparable(call.argument(1))
    return call.argument(looselyEqual(left, right) ? 2 : 3)
  }),
  iferror: lazy(call => {
    if (holdsError(call.first)) return call.argument(1)
    return call.parts.length > 1 ? call.argument(2) : call.first
  }),
  ifexpr: lazy(ifExpression),
  ifexist: lazy(call => call.argument(exists(call.state, call.first) ? 1 : 2)),
  switch: lazy(chooseCase),
  expr: plain((state, [text = '']) => expression(state, text)),
}
