// A Lua state with the libraries that modules use. It serves one page after another.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Site } from '#wiki/site/site.ts'
import { prefixedDbKey } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { clockFunctions } from './clock-functions.ts'
import { frameFunctions } from './frame-functions.ts'
import type { Invocation } from './invocation.ts'
import { languageFunctions } from './language-functions.ts'
import { LuaRaised, LuaStopped, Machine, type NativeFunction } from './machine.ts'
import { isModule } from './module-title.ts'
import { nowikiFunction } from './nowiki.ts'
import { MAX_CODE_POINT_STRING, patternFunctions } from './pattern-functions.ts'
import { LuaFault } from './script-error.ts'
import { siteFunctions } from './site-functions.ts'
import { forgetDecoded } from './subject.ts'
import { hashValue, schemesOf, textFunctions } from './text-functions.ts'
import { titleFunctions } from './title-functions.ts'
import { rep, ustringFunctions } from './ustring-functions.ts'
import { pushValue, type SimpleFunction, simple } from './values.ts'

/** Libraries in the order in which they need each other. */
const LIBRARIES = [
  ...[
    'declare',
    'mw',
    'mw.data',
    'mw.ustring',
    'mw.text',
    'mw.site',
    'mw.uri',
    'mw.language',
    'mw.message',
    'mw.title',
    'mw.html',
    'mw.hash',
  ],
  'mw.ext.ParserFunctions',
]
/** Libraries that a module loads itself, by the names that `require` knows. */
const REQUIRED: readonly (readonly [name: string, file: string])[] = [
  ['libraryUtil', 'libraryUtil'],
  ['strict', 'strict'],
  ['bit32', 'bit32'],
  ['bit', 'bit'],
  ['luabit.bit', 'bit'],
  ['ustring', 'ustring'],
  ['ustring.ustring', 'ustring'],
  ['ustring.string', 'ustring-string'],
]

const texts = new Map<string, string>()

function libraryText(name: string): string {
  let text = texts.get(name)
  if (text === undefined) {
    text = readFileSync(path.join(import.meta.dirname, 'library', `${name}.lua`), 'utf8')
    texts.set(name, text)
  }
  return text
}

export interface ScriptLimits {
  /** Processor time for all scripts of a page. */
  readonly seconds: number
  /** Memory for the scripts of a page. */
  readonly megabytes: number
}

/** What a module returned. */
export type Outcome = readonly [kind: string, text: string]

/** The name of questions in errors. */
export const CONSOLE = 'console'

const MEGABYTE = 1024 * 1024
/** An interpreter that once needed more is not kept for the next page. */
const KEPT_BYTES = 40 * MEGABYTE
/** Compiled modules that an interpreter keeps. */
const MAX_CHUNKS = 400

/** Functions of base.lua. */
type Kept = Readonly<Record<'invoke' | 'console' | 'describe' | 'reset' | 'setSite' | 'log', number>>

interface Chunk {
  readonly text: string
  readonly reference: number
}

export class Interpreter {
  readonly #machine: Machine
  readonly #chunks = new Map<string, Chunk>()
  readonly #functions: Kept
  #invocation: Invocation | null = null
  /** Whether a page was served before. */
  #isUsed = false
  /** The wiki that the libraries know. */
  #described: Site | null = null
  /** Milliseconds of processor time for the current page. */
  #deadline = Number.POSITIVE_INFINITY
  /** When to look at the processor's clock again. */
  #nextLook = 0
  /** A script was stopped, so the state of Lua is undefined. */
  isBroken = false

  constructor({ megabytes }: ScriptLimits) {
    this.#machine = new Machine({ bytes: megabytes * MEGABYTE, tick: () => this.#tick() })
    this.#functions = this.#load()
  }

  get isBusy(): boolean {
    return this.#invocation !== null
  }

  get isWorthKeeping(): boolean {
    return !this.isBroken && this.#machine.bytes <= KEPT_BYTES
  }

  get bytes(): number {
    return this.#machine.bytes
  }

  /** Forgets the previous page. */
  beginPage(): void {
    if (this.#isUsed) {
      this.#callKept('reset')
      if (this.#chunks.size > MAX_CHUNKS) this.#forgetChunks()
      forgetDecoded()
      this.#machine.collect()
    }
    this.#isUsed = true
  }

  /** Runs a function of a module; `milliseconds` of processor time are left for the page. */
  invoke(invocation: Invocation, text: string, name: string, functionName: string, milliseconds: number): Outcome {
    return this.#run(invocation, milliseconds, 'invoke', (machine, isNewPage) => {
      this.#pushModule(text, name)
      machine.pushText(functionName)
      machine.pushText('current')
      machine.lua.lua_pushboolean!(machine.running, Number(isNewPage))
      return 4
    })
  }

  /** Runs a module, and then code that asks it questions. */
  console(invocation: Invocation, text: string, name: string, questions: string, milliseconds: number): Outcome {
    return this.#run(invocation, milliseconds, 'console', machine => {
      this.#pushModule(text, name)
      const fault = machine.load(questions, `=${CONSOLE}`)
      if (fault !== null) throw LuaFault.fromDescription(fault)
      machine.pushText('current')
      return 3
    })
  }

  /** Calls a function of base.lua with arguments that `push` leaves on the stack. */
  #run(
    invocation: Invocation,
    milliseconds: number,
    name: 'invoke' | 'console',
    push: (machine: Machine, isNewPage: boolean) => number,
  ): Outcome {
    const machine = this.#machine
    const { lua, running } = machine
    const outer = this.#invocation
    const isNewPage = outer === null
    if (isNewPage) {
      this.#deadline = processorMs() + milliseconds
      this.#nextLook = 0
    }
    this.#invocation = invocation
    const top = lua.lua_gettop!(running)
    try {
      if (this.#described !== invocation.state.site) {
        this.#callKept('setSite')
        this.#described = invocation.state.site
      }
      if (lua.lua_checkstack!(running, 20) === 0) throw new LuaFault('stack overflow')
      machine.pushKept(this.#functions.describe)
      machine.pushKept(this.#functions[name])
      const count = push(machine, isNewPage)
      const failed = lua.lua_pcall!(running, count, 2, top + 1)
      if (failed !== 0) throw LuaFault.fromDescription(machine.textAt(-1))
      return [machine.textAt(-2), machine.textAt(-1)]
    } catch (error) {
      if (!(error instanceof LuaFault)) this.isBroken = true
      throw error
    } finally {
      this.#invocation = outer
      machine.running = running
      if (!this.isBroken) lua.lua_settop!(running, top)
    }
  }

  /** What scripts of the page have logged. */
  get log(): string {
    const machine = this.#machine
    this.#callKept('log', 1)
    const text = machine.textAt(-1)
    machine.pop()
    return text
  }

  #current = (): Invocation => {
    if (this.#invocation === null) throw new LuaRaised('no page is being parsed')
    return this.#invocation
  }

  #tick(): void {
    const now = performance.now()
    if (now < this.#nextLook) return
    const left = this.#deadline - processorMs()
    if (left <= 0) throw new LuaStopped('time')
    // Processor time is never ahead of the time that passes.
    this.#nextLook = now + left
  }

  #callKept(name: keyof Kept, results = 0): void {
    const { lua, running } = this.#machine
    this.#machine.pushKept(this.#functions[name])
    if (lua.lua_pcall!(running, 0, results, 0) !== 0) throw new Error(this.#machine.textAt(-1))
  }

  /** Pushes the main function of a module, compiled once while its text stays the same. */
  #pushModule(text: string, name: string): void {
    const machine = this.#machine
    const known = this.#chunks.get(name)
    if (known?.text === text) {
      machine.pushKept(known.reference)
      return
    }
    if (known) machine.release(known.reference)
    this.#chunks.delete(name)
    const fault = machine.load(text, `=${name}`)
    if (fault !== null) throw LuaFault.fromDescription(fault)
    machine.lua.lua_pushvalue!(machine.running, -1)
    this.#chunks.set(name, { text, reference: machine.keep() })
  }

  #forgetChunks(): void {
    for (const { reference } of this.#chunks.values()) this.#machine.release(reference)
    this.#chunks.clear()
  }

  /** For `require`: pushes the main function of a module page, or nil. */
  #loadModule: NativeFunction = machine => {
    const { state } = this.#current()
    const title = titleOrNull(state.site, machine.textAt(1))
    const isPage = title !== null && title.interwiki === '' && title.ns >= 0
    if (!isPage || !isModule(state.site, state.host, title.ns, title.dbkey)) return pushNil(machine)
    state.output.templates.add(title.ns, title.dbkey)
    const source = state.host.templateText(title.ns, title.dbkey)
    if (source === null) return pushNil(machine)
    try {
      this.#pushModule(source.text, prefixedDbKey(state.site, title.ns, title.dbkey))
    } catch (error) {
      if (error instanceof LuaFault) throw new LuaRaised(error.original, false)
      throw error
    }
    return 1
  }

  #load(): Kept {
    const machine = this.#machine
    const { lua, running } = machine
    lua.luaL_openlibs!(running)
    this.#pushNatives()
    const natives = machine.keep()
    this.#runLibrary('base', [natives])
    const core = machine.keep()
    machine.pushKept(core)
    machine.field(-1, 'base')
    const base = machine.keep()
    for (const [name, file] of REQUIRED) this.#addSource(core, base, name, file)
    this.#runLibrary('libraryUtil', [], base)
    machine.pushKept(core)
    lua.lua_insert!(running, -2)
    machine.setField(-2, 'util')
    for (const name of LIBRARIES) {
      this.#runLibrary(name, [natives, core], base)
      machine.pop()
    }
    const functions = {} as Record<string, number>
    for (const name of ['invoke', 'console', 'describe', 'reset', 'setSite', 'log']) {
      machine.pushKept(core)
      machine.field(-1, name)
      functions[name] = machine.keep()
    }
    lua.lua_settop!(running, 0)
    return functions as unknown as Kept
  }

  #compile(file: string): void {
    const fault = this.#machine.load(libraryText(file), `=${file}.lua`)
    if (fault !== null) throw new Error(fault)
  }

  /** Runs a library and leaves its result on the stack; `base` holds its globals. */
  #runLibrary(file: string, args: readonly number[], base?: number): void {
    const machine = this.#machine
    const { lua, running } = machine
    this.#compile(file)
    if (base !== undefined) {
      machine.pushKept(base)
      lua.lua_setfenv!(running, -2)
    }
    for (const reference of args) machine.pushKept(reference)
    if (lua.lua_pcall!(running, args.length, 1, 0) !== 0) throw new Error(`${file}: ${machine.textAt(-1)}`)
  }

  #addSource(core: number, base: number, name: string, file: string): void {
    const machine = this.#machine
    machine.pushKept(core)
    machine.field(-1, 'sources')
    this.#compile(file)
    machine.pushKept(base)
    machine.lua.lua_setfenv!(machine.running, -2)
    machine.setField(-2, name)
    machine.pop(2)
  }

  #pushNatives(): void {
    const machine = this.#machine
    const { lua, running } = machine
    lua.lua_createtable!(running, 0, 0)
    const add = (functions: Readonly<Record<string, NativeFunction>>) => {
      for (const [name, native] of Object.entries(functions)) {
        machine.pushNative(native)
        machine.setField(-2, name)
      }
    }
    const addTable = (name: string, functions: Readonly<Record<string, NativeFunction>>) => {
      lua.lua_createtable!(running, 0, 0)
      add(functions)
      machine.setField(-2, name)
    }
    const simply = (functions: Readonly<Record<string, SimpleFunction>>) =>
      Object.fromEntries(Object.entries(functions).map(([name, each]) => [name, simple(each)]))
    const current = this.#current
    add(simply(frameFunctions(current)))
    add(simply(titleFunctions(current)))
    add(simply(siteFunctions(current)))
    add(simply(languageFunctions(current)))
    add(simply(textFunctions(current)))
    add({ hashValue, loadModule: this.#loadModule, nowiki: nowikiFunction(() => schemesOf(current())) })
    addTable('os', simply(clockFunctions(current)))
    const strings = patternFunctions('bytes')
    addTable('string', { ...strings, gfind: strings.gmatch!, rep })
    addTable('ustring', ustringFunctions)
    pushValue(machine, MAX_CODE_POINT_STRING)
    machine.setField(-2, 'maxStringLength')
  }
}

function pushNil(machine: Machine): number {
  machine.lua.lua_pushnil!(machine.running)
  return 1
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
