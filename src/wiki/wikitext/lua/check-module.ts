// Compiles a module without running it, to find syntax errors before it is saved.

import { LuaStopped, Machine } from './machine.ts'
import { LuaFault } from './script-error.ts'

const BYTES = 256 * 1024 * 1024
/** A machine that needed more is not used again. */
const KEPT_BYTES = 32 * 1024 * 1024

let kept: Machine | null = null

export interface ModuleFault {
  /** The line as text, or null when the error has no place. */
  readonly line: string | null
  readonly message: string
}

/** The first syntax error; null when the module can be compiled. */
export function moduleFault(name: string, text: string): ModuleFault | null {
  const machine = kept ?? new Machine({ bytes: BYTES, tick: () => {} })
  kept = null
  try {
    const described = machine.load(text, `=${name}`)
    machine.lua.lua_settop!(machine.running, 0)
    machine.collect()
    if (machine.bytes <= KEPT_BYTES) kept = machine
    if (described === null) return null
    const fault = new LuaFault(described)
    return { line: fault.place?.line ?? null, message: fault.message }
  } catch (error) {
    if (error instanceof LuaStopped) return { line: null, message: 'not enough memory' }
    throw error
  }
}
