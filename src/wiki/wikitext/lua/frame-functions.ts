// Frames: arguments, templates, parser functions and wikitext.

import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { callFunction } from '../functions/call.ts'
import type { Part, TemplateNode } from '../preprocessor/nodes.ts'
import { Frame } from '../state/frame.ts'
import { limits } from '../state/limits.ts'
import { trim } from '../text.ts'
import type { Current, Invocation } from './invocation.ts'
import { LuaRaised } from './machine.ts'
import { isTable, type LuaKey, type LuaTable, type LuaValue, type SimpleFunction } from './values.ts'

/** Numbers in PHP's sense: keys of this form are numbers in Lua. */
const WHOLE = /^(?:0|-?[1-9]\d{0,14})$/

const keyOf = (name: string): LuaKey => (WHOLE.test(name) ? Number(name) : name)

/** Arguments as parts of a call: numbered values are kept, named ones trimmed. */
function partsOf(args: LuaTable): Part[] {
  return [...args].map(([key, value]) => {
    const index = typeof key === 'number' && Number.isInteger(key) && key > 0 ? key : 0
    const tree = value === '' ? [] : [String(value)]
    return { index, name: index > 0 ? [] : [String(key)], value: tree }
  })
}

const noDuplicates = () => {}

function expandTemplate(run: Invocation, frameId: string, written: string, args: LuaTable): string {
  const { state, expander } = run
  const frame = run.frame(frameId)
  const title = titleOrNull(state.site, written, NS.template)
  if (title === null) throw new LuaRaised(`expandTemplate: invalid title "${written}"`)
  if (frame.depth >= limits.templateDepth) throw new LuaRaised('expandTemplate: template depth limit exceeded')
  if (state.site.namespaces.get(title.ns)?.includable === false)
    throw new LuaRaised('expandTemplate: template inclusion denied')
  const found = title.interwiki === '' && title.ns >= 0 ? state.templates.find(title.ns, title.dbkey) : null
  if (found) state.output.addTemplate(found)
  if (!found?.tree) throw new LuaRaised(`expandTemplate: template "${written}" does not exist`)
  if (frame.includes(found.title)) throw new LuaRaised('expandTemplate: template loop detected')
  return expander.expandTemplate(found, partsOf(args), frame)
}

function callParserFunction(run: Invocation, frameId: string, written: string, args: LuaTable): string {
  const { state, expander } = run
  const frame = run.frame(frameId)
  const numbered = [...args].filter(([key]) => typeof key === 'number').sort(([a], [b]) => Number(a) - Number(b))
  const named = [...args].filter(([key]) => typeof key === 'string').sort(([a], [b]) => (a < b ? -1 : 1))
  const colon = written.indexOf(':')
  const name = colon < 0 ? written : written.slice(0, colon)
  const values = numbered.map(([, value]) => String(value))
  if (colon >= 0) values.unshift(trim(written.slice(colon + 1)))
  const [first, ...rest] = values
  if (first === undefined)
    throw new LuaRaised(
      'callParserFunction: At least one unnamed parameter (the parameter that comes after the colon in wikitext) ' +
        'must be provided',
    )
  const id = state.words.function(name)
  const fn = id === undefined ? undefined : expander.functionNamed(id)
  const parts = partsOf(new Map<LuaKey, LuaValue>([...rest.map((value, at) => [at + 1, value] as const), ...named]))
  const node: TemplateNode = { type: 'template', title: [], parts, lineStart: false }
  const result = fn === undefined ? null : callFunction(expander, fn, trim(first), node, frame)
  if (result === null) throw new LuaRaised(`callParserFunction: function "${name}" was not found`)
  return result
}

function preprocess(run: Invocation, frameId: string, text: string): string {
  const frame = run.frame(frameId)
  return run.expander.expandText(text.replace(/\r\n?/g, '\n'), frame, frame.depth > 0)
}

function newChild(run: Invocation, frameId: string, written: LuaValue, args: LuaTable): string {
  const parent = run.frame(frameId)
  const { site } = run.state
  const title = written === undefined || written === null ? parent.title : titleOrNull(site, String(written))
  if (title === null) throw new LuaRaised('newChild: invalid title')
  const frame = new Frame({ ns: title.ns, dbkey: title.dbkey }, parent)
  frame.setArguments(partsOf(args), run.expander.expand, noDuplicates)
  return run.addFrame(frame)
}

const tableOf = (value: LuaValue): LuaTable => (isTable(value) ? value : new Map())

export const frameFunctions = (current: Current): Record<string, SimpleFunction> => ({
  frameExists: id => typeof id === 'string' && current().hasFrame(id),
  frameTitle: id => {
    const run = current()
    const { ns, dbkey } = run.frame(String(id)).title
    return prefixedText(run.state.site, ns, dbkey)
  },
  argument: (id, name) => {
    const run = current()
    return run.frame(String(id)).argument(String(name), run.expander.expand)
  },
  arguments: id => {
    const run = current()
    const frame = run.frame(String(id))
    const all: LuaTable = new Map()
    for (const name of frame.argumentNames) all.set(keyOf(name), frame.argument(name, run.expander.expand))
    return all
  },
  newChild: (id, title, args) => newChild(current(), String(id), title, tableOf(args)),
  expandTemplate: (id, title, args) => expandTemplate(current(), String(id), String(title), tableOf(args)),
  callParserFunction: (id, name, args) => callParserFunction(current(), String(id), String(name), tableOf(args)),
  preprocess: (id, text) => preprocess(current(), String(id), String(text)),
  isSubsting: () => current().state.saving,
  expensive: () => {
    current().countExpensive()
    return undefined
  },
  warn: text => {
    current().state.output.addScriptWarning(String(text))
    return undefined
  },
})
