// Lua 5.1 compiled to WebAssembly, used through its C functions. The JavaScript interface of the package is not used: it
// changes bytes that are not UTF-8, and it offers Lua the file system.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type WasmImports, type WasmMemory, type WasmModule, type WasmTable, wasm } from './web-assembly.ts'

/** Pseudo-indices and constants of lua.h. */
export const REGISTRY = -10_000
export const GLOBALS = -10_002
const MASK_COUNT = 8

export const LuaType = {
  nil: 0,
  boolean: 1,
  number: 3,
  string: 4,
  table: 5,
  function: 6,
} as const

type C = (...args: number[]) => number

interface Exports extends Record<string, unknown> {
  readonly memory: WasmMemory
  readonly __indirect_function_table: WasmTable
}

/** Ends a script without a chance to catch it: a Lua `pcall` does not stop a JavaScript exception. */
export class LuaStopped extends Error {
  readonly reason: 'time' | 'memory'

  constructor(reason: LuaStopped['reason']) {
    super(reason === 'time' ? 'The script ran too long.' : 'The script used too much memory.')
    this.name = 'LuaStopped'
    this.reason = reason
  }
}

/** Becomes an ordinary Lua error in the script that called. */
export class LuaRaised extends Error {
  /** Whether the script's position precedes the message, as with `error`. */
  readonly located: boolean

  constructor(message: string, located = true) {
    super(message)
    this.located = located
  }
}

/** What a `longjmp` throws; Lua raises its errors with it. */
const LONG_JUMP = { longJump: true }

/** A function for Lua: reads its arguments from the stack, pushes its results and returns their number. */
export type NativeFunction = (machine: Machine, top: number) => number

let compiled: WasmModule | undefined

function compiledLua(): WasmModule {
  if (compiled === undefined) {
    const file = createRequire(import.meta.url).resolve('wasmoon-lua5.1/dist/liblua5.1.wasm')
    compiled = new wasm.Module(readFileSync(file))
  }
  return compiled
}

const PAGE = 65_536
const SCRATCH = 16_384
/** Instructions between two looks at the clock. */
const HOOK_EVERY = 2000
/** Errors of system calls, which nothing in Lua reaches after the libraries are reduced. */
const NO_SUCH_SYSTEM_CALL = 8

export interface MachineLimits {
  /** Bytes of the whole machine. */
  readonly bytes: number
  /** Called regularly; throws to stop the script. */
  readonly tick: () => void
}

export class Machine {
  /** The main thread of the Lua state. */
  readonly state: number
  /** The thread that called the current native function. */
  running: number
  readonly lua: Readonly<Record<string, C>>
  readonly #limits: MachineLimits
  readonly #exports: Exports
  readonly #natives: NativeFunction[] = []
  readonly #nativeIds = new Map<NativeFunction, number>()
  readonly #dispatch: number
  readonly #scratch: number
  #heap: Buffer

  constructor(limits: MachineLimits) {
    this.#limits = limits
    const instance = new wasm.Instance(compiledLua(), this.#imports())
    this.#exports = instance.exports as Exports
    this.lua = this.#exports as unknown as Record<string, C>
    this.#heap = Buffer.from(this.#exports.memory.buffer)
    this.lua.__wasm_call_ctors!()
    this.#dispatch = this.#addFunction((thread: number) => this.#call(thread), 1, 1)
    this.#scratch = this.lua.malloc!(SCRATCH)
    this.state = this.lua.luaL_newstate!()
    this.running = this.state
    const hook = this.#addFunction(() => this.#limits.tick(), 2, 0)
    this.lua.lua_sethook!(this.state, hook, MASK_COUNT, HOOK_EVERY)
  }

  /** Memory of the machine; valid until Lua allocates. */
  get heap(): Buffer {
    if (this.#heap.buffer !== this.#exports.memory.buffer) this.#heap = Buffer.from(this.#exports.memory.buffer)
    return this.#heap
  }

  get bytes(): number {
    return this.#exports.memory.buffer.byteLength
  }

  tick(): void {
    this.#limits.tick()
  }

  /** Results built outside Lua count towards the same limit. */
  mustFit(bytes: number): void {
    if (bytes > this.#limits.bytes) throw new LuaStopped('memory')
  }

  pushNative(native: NativeFunction, upvalues = 0): void {
    const { lua, running } = this
    let id = this.#nativeIds.get(native)
    if (id === undefined) {
      id = this.#natives.push(native) - 1
      this.#nativeIds.set(native, id)
    }
    lua.lua_pushnumber!(running, id)
    if (upvalues > 0) lua.lua_insert!(running, -1 - upvalues)
    lua.lua_pushcclosure!(running, this.#dispatch, upvalues + 1)
  }

  /** Index of the n-th upvalue of the running native function, counted from 1. */
  upvalue(n: number): number {
    return GLOBALS - n - 1
  }

  /** Address and length of a string on the stack, which stays valid while the string is on the stack. */
  bytesAt(index: number): { readonly start: number; readonly end: number } {
    const start = this.lua.lua_tolstring!(this.running, index, this.#scratch)
    return { start, end: start + this.heap.readUInt32LE(this.#scratch) }
  }

  /** Like `bytesAt`, but raises Lua's own error for an argument of another type. */
  checkBytes(argument: number): { readonly start: number; readonly end: number } {
    const start = this.lua.luaL_checklstring!(this.running, argument, this.#scratch)
    return { start, end: start + this.heap.readUInt32LE(this.#scratch) }
  }

  /** The name of a value's type. */
  typeAt(index: number): string {
    const address = this.lua.lua_typename!(this.running, this.lua.lua_type!(this.running, index))
    return this.heap.toString('latin1', address, this.heap.indexOf(0, address))
  }

  textAt(index: number): string {
    const { start, end } = this.bytesAt(index)
    return this.heap.toString('utf8', start, end)
  }

  pushBytes(bytes: Uint8Array): void {
    const { lua, running } = this
    const { length } = bytes
    const address = length <= SCRATCH ? this.#scratch : lua.malloc!(length)
    if (address === 0) throw new LuaStopped('memory')
    this.heap.set(bytes, address)
    lua.lua_pushlstring!(running, address, length)
    if (address !== this.#scratch) lua.free!(address)
  }

  pushText(text: string): void {
    if (text.length * 3 <= SCRATCH) {
      const length = this.heap.write(text, this.#scratch, 'utf8')
      this.lua.lua_pushlstring!(this.running, this.#scratch, length)
    } else this.pushBytes(Buffer.from(text, 'utf8'))
  }

  /** Compiles a chunk and pushes its function; returns the error message if it has a syntax error. */
  load(source: string, name: string): string | null {
    const { lua, running } = this
    // Compiled Lua code could do anything.
    if (source.startsWith('\u001b')) return `${name.slice(1)}:1: unexpected symbol near '<\\27>'`
    const code = Buffer.from(source, 'utf8')
    const title = Buffer.from(`${name}\0`, 'utf8')
    const address = lua.malloc!(code.length + title.length)
    if (address === 0) throw new LuaStopped('memory')
    this.heap.set(code, address)
    this.heap.set(title, address + code.length)
    const failed = lua.luaL_loadbuffer!(running, address, code.length, address + code.length)
    lua.free!(address)
    if (failed === 0) return null
    const message = this.textAt(-1)
    this.pop()
    return message
  }

  pop(count = 1): void {
    this.lua.lua_settop!(this.running, -count - 1)
  }

  field(index: number, name: string): void {
    const { lua, running } = this
    this.pushText(name)
    if (index < 0 && index > REGISTRY) lua.lua_gettable!(running, index - 1)
    else lua.lua_gettable!(running, index)
  }

  setField(index: number, name: string): void {
    const { lua, running } = this
    this.pushText(name)
    lua.lua_insert!(running, -2)
    lua.lua_settable!(running, index < 0 && index > REGISTRY ? index - 1 : index)
  }

  /** Takes the value from the stack and keeps it from being collected. */
  keep(): number {
    return this.lua.luaL_ref!(this.running, REGISTRY)
  }

  pushKept(reference: number): void {
    this.lua.lua_rawgeti!(this.running, REGISTRY, reference)
  }

  release(reference: number): void {
    this.lua.luaL_unref!(this.running, REGISTRY, reference)
  }

  /** Collects garbage. */
  collect(): void {
    const collectAll = 2
    this.lua.lua_gc!(this.state, collectAll, 0)
  }

  #call(thread: number): number {
    const { lua } = this
    const before = this.running
    this.running = thread
    try {
      this.#limits.tick()
      const id = lua.lua_tonumber!(thread, this.upvalue(0))
      return this.#natives[id]!(this, lua.lua_gettop!(thread))
    } catch (thrown) {
      if (!(thrown instanceof LuaRaised)) throw thrown
      if (thrown.located) lua.luaL_where!(thread, 1)
      this.pushText(thrown.message)
      if (thrown.located) lua.lua_concat!(thread, 2)
      return lua.lua_error!(thread)
    } finally {
      this.running = before
    }
  }

  /** WebAssembly tables hold only WebAssembly functions, so a tiny module passes the function through. */
  #addFunction(implementation: (...args: number[]) => unknown, parameters: number, results: number): number {
    const i32 = 0x7f
    const type = [0x60, parameters, ...Array(parameters).fill(i32), results, ...Array(results).fill(i32)]
    const bytes = [
      ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00],
      ...[0x01, type.length + 1, 0x01, ...type],
      ...[0x02, 0x07, 0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00],
      ...[0x07, 0x05, 0x01, 0x01, 0x66, 0x00, 0x00],
    ]
    const { exports } = new wasm.Instance(new wasm.Module(new Uint8Array(bytes)), {
      e: { f: implementation },
    })
    const table = this.#exports.__indirect_function_table
    const index = table.grow(1)
    table.set(index, exports.f)
    return index
  }

  #imports(): WasmImports {
    const refused = () => NO_SUCH_SYSTEM_CALL
    const env: Record<string, (...args: number[]) => unknown> = {
      exit: () => {
        throw new Error('Lua ended unexpectedly.')
      },
      invoke_vii: (index, first, second) => this.#protect(index!, first!, second!),
      _emscripten_throw_longjmp: () => {
        throw LONG_JUMP
      },
      emscripten_memcpy_js: (to, from, count) => {
        this.heap.copyWithin(to!, from!, from! + count!)
      },
      emscripten_resize_heap: size => this.#grow(size! >>> 0),
      emscripten_date_now: () => Date.now(),
      _emscripten_get_now_is_monotonic: () => 1,
    }
    const unused =
      'strftime __syscall_openat __syscall_fcntl64 __syscall_ioctl __syscall_dup3 __syscall_unlinkat __syscall_rmdir ' +
      '__syscall_renameat _emscripten_system __syscall_readlinkat _tzset_js _mktime_js _localtime_js _gmtime_js'
    for (const name of unused.split(' ')) env[name] = refused
    const system: Record<string, (...args: number[]) => unknown> = {}
    for (const name of 'fd_write fd_read fd_close fd_seek environ_sizes_get environ_get'.split(' '))
      system[name] = refused
    return { env, wasi_snapshot_preview1: system }
  }

  /** Lua's protected calls: an error of Lua is noted for the caller in C, anything else ends the script. */
  #protect(index: number, first: number, second: number): void {
    const { lua } = this
    const stack = lua.stackSave!()
    const { running } = this
    try {
      ;(this.#exports.__indirect_function_table.get(index) as C)(first, second)
    } catch (thrown) {
      if (thrown !== LONG_JUMP) throw thrown
      lua.stackRestore!(stack)
      this.running = running
      lua.setThrew!(1, 0)
    }
  }

  #grow(bytes: number): number {
    if (bytes > this.#limits.bytes) throw new LuaStopped('memory')
    const { memory } = this.#exports
    memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / PAGE))
    return 1
  }
}
