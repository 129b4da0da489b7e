// Variables: values that a page sets and reads from top to bottom.

import { type LazyCall, lazy } from '../functions/call.ts'
import type { ParseState } from '../state/parse-state.ts'
import type { Extension } from './extension.ts'

const MOST = 10_000

const stores = new WeakMap<ParseState, Map<string, string>>()

/** The variables of a page. Whatever reads or writes them cannot be reused elsewhere. */
export function variablesOf(state: ParseState): Map<string, string> {
  state.volatile++
  let store = stores.get(state)
  if (!store) {
    store = new Map()
    stores.set(state, store)
  }
  return store
}

export function setVariable(state: ParseState, name: string, value: string): void {
  const store = variablesOf(state)
  if (store.size < MOST || store.has(name)) store.set(name, value)
}

function define(call: LazyCall): string {
  const value = call.argument(1)
  setVariable(call.state, call.first, value)
  return value
}

function read(call: LazyCall): string {
  const value = variablesOf(call.state).get(call.first) ?? ''
  return value === '' ? call.argument(1) : value
}

interface Awaited {
  readonly name: string
  readonly otherwise: string
}

const awaited = new WeakMap<ParseState, Map<string, Awaited>>()

/** Leaves a marker, which gets the last value of the variable when the page is expanded. */
function readLast(call: LazyCall): string {
  const { state } = call
  state.volatile++
  let markers = awaited.get(state)
  if (!markers) {
    markers = new Map()
    awaited.set(state, markers)
    state.finish = expanded => withLastValues(state, expanded)
  }
  const marker = state.strip.add('var_final')
  markers.set(marker, { name: call.first, otherwise: call.argument(1) })
  return marker
}

const MARKER = /\u007f'"`UNIQ--var_final-[^\u007f]*-QINU`"'\u007f/g

function withLastValues(state: ParseState, expanded: string): string {
  const [markers, values] = [awaited.get(state), variablesOf(state)]
  return expanded.replace(MARKER, marker => {
    const { name = '', otherwise = '' } = markers?.get(marker) ?? {}
    // Values that wait for others would not end.
    const value = (values.get(name) || otherwise).replace(MARKER, '')
    state.steps.read(value, 1)
    return value
  })
}

export const variables: Extension = {
  name: 'Variables',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:Variables',
  about: 'Sets and reads variables on a page.',
  functions: {
    vardefine: lazy(call => {
      define(call)
      return ''
    }),
    vardefineecho: lazy(define),
    var: lazy(read),
    var_final: lazy(readLast),
    varexists: lazy(call => {
      const exists = variablesOf(call.state).has(call.first)
      if (call.parts.length === 0) return exists ? '1' : ''
      return call.argument(exists ? 1 : 2)
    }),
  },
}
