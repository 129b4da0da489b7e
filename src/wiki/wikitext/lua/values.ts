// Values between Lua and JavaScript. Texts are UTF-8 in Lua; bytes that are not become U+FFFD.

import { LuaRaised, LuaType, type Machine, type NativeFunction } from './machine.ts'

export type LuaKey = string | number
export type LuaTable = Map<LuaKey, LuaValue>
/** Lists and objects can be returned; arguments that are tables arrive as maps. */
export type LuaValue =
  | undefined
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | LuaTable
  | readonly LuaValue[]
  | { readonly [name: string]: LuaValue }

/** A function without access to the stack: arguments in, one result out. */
export type SimpleFunction = (...args: LuaValue[]) => LuaValue

const MAX_NESTING = 100

export function readValue(machine: Machine, index: number, nesting = 0): LuaValue {
  const { lua, running } = machine
  switch (lua.lua_type!(running, index)) {
    case LuaType.boolean:
      return lua.lua_toboolean!(running, index) !== 0
    case LuaType.number:
      return lua.lua_tonumber!(running, index)
    case LuaType.string:
      return machine.textAt(index)
    case LuaType.table:
      return readTable(machine, index, nesting)
    default:
      return undefined
  }
}

function readTable(machine: Machine, index: number, nesting: number): LuaTable {
  const { lua, running } = machine
  if (nesting > MAX_NESTING || lua.lua_checkstack!(running, 10) === 0)
    throw new LuaRaised('Cannot pass a deeply nested or recursive table')
  const table: LuaTable = new Map()
  const at = index < 0 ? lua.lua_gettop!(running) + 1 + index : index
  lua.lua_pushnil!(running)
  while (lua.lua_next!(running, at) !== 0) {
    // The key must not be converted in place, or the iteration would lose its way.
    const key =
      lua.lua_type!(running, -2) === LuaType.number
        ? lua.lua_tonumber!(running, -2)
        : readValue(machine, -2, MAX_NESTING)
    if (typeof key === 'string' || typeof key === 'number') table.set(key, readValue(machine, -1, nesting + 1))
    machine.pop()
  }
  return table
}

export function pushValue(machine: Machine, value: LuaValue): void {
  const { lua, running } = machine
  if (value === undefined || value === null) lua.lua_pushnil!(running)
  else if (typeof value === 'boolean') lua.lua_pushboolean!(running, Number(value))
  else if (typeof value === 'number') lua.lua_pushnumber!(running, value)
  else if (typeof value === 'string') machine.pushText(value)
  else if (value instanceof Uint8Array) machine.pushBytes(value)
  else pushTable(machine, entriesOf(value))
}

function entriesOf(value: Exclude<LuaValue, undefined | null | boolean | number | string | Uint8Array>) {
  if (value instanceof Map) return value.entries()
  if (Array.isArray(value)) return value.map((member, index) => [index + 1, member] as [LuaKey, LuaValue]).values()
  return Object.entries(value).values()
}

function pushTable(machine: Machine, entries: Iterable<[LuaKey, LuaValue]>): void {
  const { lua, running } = machine
  if (lua.lua_checkstack!(running, 10) === 0) throw new LuaRaised('Cannot pass a deeply nested table')
  lua.lua_createtable!(running, 0, 0)
  for (const [key, value] of entries) {
    pushValue(machine, key)
    pushValue(machine, value)
    lua.lua_rawset!(running, -3)
  }
}

/** Makes a function available to Lua. */
export const simple =
  (implementation: SimpleFunction): NativeFunction =>
  (machine, top) => {
    const args: LuaValue[] = []
    for (let index = 1; index <= top; index++) args.push(readValue(machine, index))
    pushValue(
      machine,
      withoutPlace(() => implementation(...args)),
    )
    return 1
  }

/** Errors that come from the wiki have no place in a script. */
function withoutPlace<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof LuaRaised ? new LuaRaised(error.message, false) : error
  }
}

const NAMES: Readonly<Record<string, string>> = { undefined: 'nil', object: 'table' }

export const luaTypeOf = (value: LuaValue): string => (value === null ? 'nil' : (NAMES[typeof value] ?? typeof value))

/** Raises Lua's usual error unless an argument has the type. */
export function checkArgument(name: string, position: number, value: LuaValue, wanted: string): void {
  const given = luaTypeOf(value)
  if (given !== wanted) throw new LuaRaised(`bad argument #${position} to '${name}' (${wanted} expected, got ${given})`)
}

export function textArgument(name: string, position: number, value: LuaValue): string {
  checkArgument(name, position, value, 'string')
  return value as string
}

export const isTable = (value: LuaValue): value is LuaTable => value instanceof Map
