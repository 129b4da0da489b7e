// Arrays: lists of texts that a page keeps under a name.

import { type LazyCall, lazy, type ParserFunction } from '../../functions/call.ts'
import type { ParseState } from '../../state/parse-state.ts'
import { trim } from '../../text.ts'
import type { Extension } from '../extension.ts'
import { matcher, splitter } from './patterns.ts'
import { printed } from './print.ts'

type List = readonly string[]

const MOST_ARRAYS = 1000
const MOST_ITEMS = 20_000

const stores = new WeakMap<ParseState, Map<string, List>>()

function arraysOf(state: ParseState): Map<string, List> {
  state.volatile++
  let store = stores.get(state)
  if (!store) {
    store = new Map()
    stores.set(state, store)
  }
  return store
}

function keep(state: ParseState, name: string, list: List): void {
  const store = arraysOf(state)
  state.steps.spend(1 + list.length / 5)
  if (store.size < MOST_ARRAYS || store.has(name)) store.set(name, list.slice(0, MOST_ITEMS))
}

const listOf = (state: ParseState, name: string): List => {
  const list = arraysOf(state).get(trim(name)) ?? []
  state.steps.spend(1 + list.length / 5)
  return list
}

/** "sort=desc, unique" */
function optionsOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .toLowerCase()
      .split(',')
      .map(option => option.split('=').map(trim))
      .map(([name = '', value = '']) => [name, value]),
  )
}

const unique = (list: List): List => [...new Set(list)].filter(item => item !== '')

function sorted(list: List, order: string): List {
  const byText = (a: string, b: string) => (a < b ? -1 : Number(a > b))
  if (/^desc(?:ending)?$/.test(order)) return [...list].sort((a, b) => byText(b, a))
  if (order === 'reverse') return list.toReversed()
  return order === 'asc' || order === 'ascending' || order === '' ? [...list].sort(byText) : list
}

function define(call: LazyCall): string {
  const { state } = call
  const values = call.argument(1)
  const options = optionsOf(call.argument(3))
  const split = splitter(state, call.parts.length > 2 ? call.argument(2) : '/\\s*,\\s*/')
  let list: List = values === '' && !options.has('singleempty') ? [] : split(values, MOST_ITEMS).map(trim)
  if (options.has('unique')) list = unique(list)
  if (options.has('sort')) list = sorted(list, options.get('sort')!)
  keep(state, call.first, list)
  return options.get('print') === 'list' ? list.join(', ') : ''
}

/** Negative positions count from the end. */
function positionOf(list: List, written: string): number | null {
  if (!/^-?\d{1,9}$/.test(written)) return null
  const at = Number(written)
  return at < 0 ? list.length + at : at
}

function index(call: LazyCall): string {
  const list = listOf(call.state, call.first)
  const at = positionOf(list, call.argument(1))
  const item = at === null ? undefined : list[at]
  return item === undefined || item === '' ? call.argument(2) : item
}

function search(call: LazyCall): string {
  const list = listOf(call.state, call.first)
  const matches = matcher(call.state, call.argument(1))
  const start = Math.max(0, positionOf(list, call.argument(2)) ?? 0)
  const at = list.findIndex((item, place) => place >= start && matches(item))
  if (at < 0) return call.argument(4)
  return call.parts.length > 2 ? call.argument(3) : String(at)
}

function searchAll(call: LazyCall): string {
  const { state } = call
  const list = listOf(state, call.argument(1))
  const matches = matcher(state, call.argument(2))
  const start = Math.max(0, positionOf(list, call.argument(3)) ?? 0)
  const most = /^\d{1,9}$/.test(call.argument(4)) ? Number(call.argument(4)) : MOST_ITEMS
  keep(state, call.first, list.filter((item, at) => at >= start && matches(item)).slice(0, most))
  return ''
}

function slice(call: LazyCall): string {
  const list = listOf(call.state, call.argument(1))
  const start = positionOf(list, call.argument(2)) ?? 0
  const length = /^-?\d{1,9}$/.test(call.argument(3)) ? Number(call.argument(3)) : list.length
  const end = length < 0 ? list.length + length : Math.max(0, start) + length
  keep(call.state, call.first, list.slice(Math.max(0, start), Math.max(0, end)))
  return ''
}

/** A function over several arrays, of which the first argument names the result. */
const combining = (combine: (lists: readonly List[]) => List): ParserFunction =>
  lazy(call => {
    const names = call.parts.slice(0, 100).map((_, at) => call.argument(at + 1))
    keep(call.state, call.first, combine(names.filter(name => name !== '').map(name => listOf(call.state, name))))
    return ''
  })

const changing = (change: (list: List, call: LazyCall) => List): ParserFunction =>
  lazy(call => {
    if (arraysOf(call.state).has(call.first)) keep(call.state, call.first, change(listOf(call.state, call.first), call))
    return ''
  })

function reset(call: LazyCall): string {
  const store = arraysOf(call.state)
  const names = [call.first, ...call.parts.map((_, at) => call.argument(at + 1))].filter(name => name !== '')
  if (names.length === 0) store.clear()
  for (const name of names) store.delete(name)
  return ''
}

export const arrays: Extension = {
  name: 'Arrays',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:Arrays',
  about: 'Keeps lists of texts on a page.',
  functions: {
    arraydefine: lazy(define),
    arrayprint: lazy(call => printed(call, listOf(call.state, call.first))),
    arrayindex: lazy(index),
    arraysize: lazy(({ state, first }) => (arraysOf(state).has(first) ? String(listOf(state, first).length) : '')),
    arraysearch: lazy(search),
    arraysearcharray: lazy(searchAll),
    arrayslice: lazy(slice),
    arrayreset: lazy(reset),
    arrayunique: changing(unique),
    arraysort: changing((list, call) => sorted(list, call.argument(1).toLowerCase())),
    arraymerge: combining(lists => lists.flat()),
    arrayunion: combining(lists => unique(lists.flat())),
    arrayintersect: combining(([first = [], ...others]) => {
      const sets = others.map(list => new Set(list))
      return unique(first).filter(item => sets.every(set => set.has(item)))
    }),
    arraydiff: combining(([first = [], ...others]) => {
      const rest = new Set(others.flat())
      return unique(first).filter(item => !rest.has(item))
    }),
  },
}
