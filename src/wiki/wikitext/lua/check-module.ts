// Compiles a module without running it, to find syntax errors before it is saved.

import { LuaStopped, Machine } from './machine.ts'
import { LuaFault } from './script-error.ts'

const BYTES = 256 * 1024 * 1024

export interface ModuleFault {
  /** The line as text, or null when the error has no place. */
  readonly line: string | null
  readonly message: string
}

/** The first syntax error; null when the module can be compiled. */
export function moduleFault(name: string, text: string): ModuleFault | null {
  const machine = new Machine({ bytes: BYTES, tick: () => {} })
  try {
    const described = machine.load(text, `=${name}`)
    if (described === null) return null
    const fault = new LuaFault(described)
    return { line: fault.place?.line ?? null, message: fault.message }
  } catch (error) {
    if (error instanceof LuaStopped) return { line: null, message: 'not enough memory' }
    throw error
  }
}
