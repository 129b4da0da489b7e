// JSON for Lua. Lists in Lua count from 1, unless keys are to be preserved.

import { LuaRaised } from './machine.ts'
import { isTable, type LuaKey, type LuaTable, type LuaValue } from './values.ts'

const PRESERVE_KEYS = 1
const TRY_FIXING = 2
const PRETTY = 4

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Whether the keys are 1, 2, 3 and so on (or 0, 1, 2). */
const isList = (keys: readonly LuaKey[], first: number): boolean =>
  keys.every((key, place) => String(key) === String(place + first))

const byNumber = (a: LuaKey, b: LuaKey): number => (Number(a) || 0) - (Number(b) || 0)

/** The table whose keys and values a script lists in turn. A key may have no value. */
function tableOf(listed: LuaTable): LuaTable {
  const table: LuaTable = new Map()
  for (let place = 1; listed.has(place); place += 2) table.set(listed.get(place) as LuaKey, listed.get(place + 1))
  return table
}

/** JavaScript sorts numeric keys of objects, so text is written piece by piece. */
function write(value: LuaValue, preserve: boolean, indent: string | null): string {
  if (value === undefined || value === null) return 'null'
  if (!isTable(value)) return writeScalar(value)
  const table = tableOf(value)
  const keys = [...table.keys()]
  if (!preserve) keys.sort(byNumber)
  const inner = indent === null ? null : `${indent}    `
  const list = isList(keys, 0) || (!preserve && isList(keys, 1))
  const parts = list
    ? keys.map(key => write(table.get(key), preserve, inner))
    : keys.map(
        key => `${JSON.stringify(String(key))}:${indent === null ? '' : ' '}${write(table.get(key), preserve, inner)}`,
      )
  const [open, close] = list ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  return indent === null
    ? open + parts.join(',') + close
    : `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`
}

function writeScalar(value: LuaValue): string {
  if (typeof value !== 'number') return JSON.stringify(value)
  return Number.isInteger(value) && Math.abs(value) < 1e21
    ? String(value)
    : JSON.stringify(value).replace(/e\+?(-?)/, 'e$1')
}

/** Tables are lists of their keys and values in turn. */
export function toJson(value: LuaValue, flags: number): string {
  return write(value, (flags & PRESERVE_KEYS) !== 0, (flags & PRETTY) === 0 ? null : '')
}

export function fromJson(text: string, flags: number): LuaValue {
  const preserve = (flags & PRESERVE_KEYS) !== 0
  const fixed = (flags & TRY_FIXING) === 0 ? text : text.replace(/,(\s*[\]}])/g, '$1')
  let json: Json
  try {
    json = JSON.parse(fixed) as Json
  } catch {
    throw new LuaRaised(`mw.text.jsonDecode: ${text.trim() === '' ? 'Syntax error' : 'Syntax error'}`)
  }
  return read(json, preserve)
}

function read(json: Json, preserve: boolean): LuaValue {
  if (json === null || typeof json !== 'object') return json
  const table: LuaTable = new Map()
  if (Array.isArray(json)) {
    for (const [place, member] of json.entries()) table.set(preserve ? place : place + 1, read(member, preserve))
    return table
  }
  const keys = Object.keys(json)
  const list = !preserve && keys.length > 0 && isList(keys, 0)
  for (const [place, key] of keys.entries()) {
    const number = /^(?:0|-?[1-9]\d{0,14})$/.test(key) ? Number(key) : key
    table.set(list ? place + 1 : number, read(json[key]!, preserve))
  }
  return table
}
