// {{#invoke:module|function|…}}

import { nfc } from '#languages/nfc.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { prefixedDbKey, prefixedText } from '#wiki/site/title-format.ts'
import { titleInNamespace } from '#wiki/site/titles.ts'
import type { Expanding, FunctionResult, LazyCall } from '../functions/call.ts'
import type { Part } from '../preprocessor/nodes.ts'
import { Frame } from '../state/frame.ts'
import type { ParseState } from '../state/parse-state.ts'
import { TooManySteps } from '../steps.ts'
import { trim } from '../text.ts'
import { errorDetails } from './error-details.ts'
import { Interpreter, type ScriptLimits } from './interpreter.ts'
import { Invocation } from './invocation.ts'
import { LuaStopped } from './machine.ts'
import { isModule } from './module-title.ts'
import { categoryName, ERROR_CATEGORY, errorElement, LuaFault, ScriptError } from './script-error.ts'
import { mayRepeat, memoKey, type RememberedScript, repeatScript, watchScript } from './script-memo.ts'
import { wasm } from './web-assembly.ts'

/** Scribunto's limits. */
export const DEFAULT_LIMITS: ScriptLimits = { seconds: 7, megabytes: 50 }

/** What scripts have used on a page. */
interface PageScripts {
  milliseconds: number
  errors: number
  /** Calls that are not inside another script. */
  calls: number
  isRunning: boolean
  /** No more scripts run once the time is over. */
  isOver: boolean
  readonly askedTitles: Set<string>
}

const pages = new WeakMap<ParseState, PageScripts>()

function scriptsOf(state: ParseState): PageScripts {
  let scripts = pages.get(state)
  if (scripts === undefined) {
    scripts = { milliseconds: 0, errors: 0, calls: 0, isRunning: false, isOver: false, askedTitles: new Set() }
    pages.set(state, scripts)
  }
  return scripts
}

/** The interpreter that is kept, and the page that it serves. Pages are parsed one at a time. */
let kept: { readonly lua: Interpreter; readonly state: WeakRef<ParseState>; readonly megabytes: number } | null = null

/** An interpreter ready for the page: the one that serves it, a kept one, or a new one. */
function interpreterFor(state: ParseState, limits: ScriptLimits): Interpreter {
  const usable = kept?.megabytes === limits.megabytes && !kept.lua.isBroken
  if (usable && kept!.state.deref() === state) return kept!.lua
  // A page inside another, such as a message that is parsed on the way, must not disturb the outer one.
  const isFree = usable && !kept!.lua.isBusy && kept!.lua.isWorthKeeping
  const lua = isFree ? kept!.lua : new Interpreter(limits)
  lua.beginPage()
  if (!kept?.lua.isBusy) kept = { lua, state: new WeakRef(state), megabytes: limits.megabytes }
  return lua
}

/** Arguments of the module: the function's name is not counted. */
function argumentsOf([name, ...rest]: readonly Part[]): Part[] {
  const shift = name !== undefined && name.index > 0 ? 1 : 0
  return rest.map(part => (part.index > 0 ? { ...part, index: part.index - shift } : part))
}

export function invoke(call: LazyCall): FunctionResult {
  const { state } = call
  if (state.host.scripts === 'elsewhere') throw new TooManySteps()
  state.host.beginScripts?.()
  // Scripts can look at the page and at anything else.
  state.usage.bindToPage()
  const { scriptMemo } = state.host
  const scripts = scriptsOf(state)
  if (scriptMemo === undefined || scripts.isRunning) return invokeNow(call)
  const key = memoKey(call, scripts.calls++)
  const known = scriptMemo.get(key) as RememberedScript | undefined
  if (known && mayRepeat(known, state)) {
    scripts.errors += known.errors
    return repeatScript(known, state)
  }
  const finish = watchScript(state)
  const { errors } = scripts
  scripts.isRunning = true
  try {
    const text = invokeNow(call)
    const result = finish(text, scripts.errors - errors)
    if (result) scriptMemo.set(key, result)
    return text
  } finally {
    scripts.isRunning = false
  }
}

function invokeNow(call: LazyCall): string {
  const { state } = call
  state.output.invocations++
  try {
    return run(call)
  } catch (error) {
    if (!(error instanceof LuaFault || error instanceof ScriptError)) throw error
    const scripts = scriptsOf(state)
    if (scripts.errors === 0) state.output.addTrackingCategory(ERROR_CATEGORY, categoryName)
    state.output.addScriptError(errorDetails(state, error))
    return errorElement(state, error, scripts.errors++)
  }
}

function run(call: LazyCall): string {
  const { state, expander, frame, parts } = call
  const [functionPart] = parts
  if (functionPart === undefined) throw new ScriptError('scribunto-common-nofunction')
  const { site, host } = state
  const title = titleInNamespace(site, NS.module, call.first)
  if (title?.ns !== NS.module || title.interwiki !== '' || !isModule(site, host, title.ns, title.dbkey))
    throw new ScriptError('scribunto-common-nosuchmodule', call.first)
  const { ns, dbkey } = title
  state.output.templates.add(ns, dbkey)
  const source = host.templateText(ns, dbkey)
  if (source === null) throw new ScriptError('scribunto-common-nosuchmodule', call.first)
  const functionName = trim(expander.expandPart(functionPart, frame))
  const child = new Frame({ ns, dbkey }, frame)
  child.setArguments(argumentsOf(parts), expander.expand, repeated => {
    const [caller, called] = [frame.title, title].map(page => prefixedText(site, page.ns, page.dbkey))
    state.output.addRepeatedArgument(caller!, called!, repeated)
  })
  return runModule(call, child, source.text, prefixedDbKey(site, ns, dbkey), functionName)
}

function runModule(call: LazyCall, frame: Frame, text: string, name: string, functionName: string): string {
  return withinLimits(call.expander, frame, (lua, invocation, left) => {
    const [kind, result] = lua.invoke(invocation, text, name, functionName, left)
    if (kind === 'no table') throw new ScriptError('scribunto-lua-notarrayreturn', result)
    if (kind === 'no such function') throw new ScriptError('scribunto-common-nosuchfunction', functionName)
    if (kind === 'no function') throw new ScriptError('scribunto-common-notafunction', functionName)
    return cleaned(result)
  })
}

/** Runs Lua with what is left of the limits of a page. */
export function withinLimits<T>(
  expander: Expanding,
  frame: Frame,
  work: (lua: Interpreter, invocation: Invocation, milliseconds: number) => T,
): T {
  const { state } = expander
  const limits = state.host.scriptLimits ?? DEFAULT_LIMITS
  const scripts = scriptsOf(state)
  if (scripts.isOver) throw new ScriptError('scribunto-common-timeout')
  const lua = interpreterFor(state, limits)
  const isInner = lua.isBusy
  const { usage } = state
  const { depth, recording } = usage
  const invocation = new Invocation(expander, frame, scripts.askedTitles)
  const start = process.threadCpuUsage()
  try {
    return work(lua, invocation, limits.seconds * 1000 - scripts.milliseconds)
  } catch (error) {
    if (isInner || !(error instanceof LuaStopped || isCrash(error))) throw error
    // The exception has left templates and functions unfinished.
    usage.depth = depth
    usage.recording = recording
    if (!(error instanceof LuaStopped)) throw new LuaFault('stack overflow')
    if (error.reason === 'memory') throw new LuaFault('not enough memory')
    scripts.isOver = true
    throw new ScriptError('scribunto-common-timeout')
  } finally {
    const { user, system } = process.threadCpuUsage(start)
    if (!isInner) {
      scripts.milliseconds += (user + system) / 1000
      usage.scripts ??= { milliseconds: 0, bytes: 0, limits }
      usage.scripts.milliseconds += (user + system) / 1000
      usage.scripts.bytes = Math.max(usage.scripts.bytes, lua.bytes)
    }
  }
}

/** Characters that a page cannot contain. Deletes stay: they mark the output of tags. */
const INVALID = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

export const cleaned = (text: string): string => nfc(text).replace(INVALID, '\ufffd')

/** Calls nested too deeply for the stack of WebAssembly or of JavaScript. */
const isCrash = (error: unknown): boolean => error instanceof wasm.RuntimeError || error instanceof RangeError
