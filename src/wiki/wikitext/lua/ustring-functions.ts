// `mw.ustring`: lengths and parts of strings, counted in code points.

import { nfc } from '#languages/nfc.ts'
import { LuaRaised, type Machine, type NativeFunction } from './machine.ts'
import { MAX_CODE_POINT_STRING, patternFunctions } from './pattern-functions.ts'
import { codeSubject, decodedString, isAscii, type Subject } from './subject.ts'

/** The first argument, with its positions. */
function subjectOf(machine: Machine, name: string): Subject {
  const { start, end } = machine.checkBytes(1)
  if (end - start > MAX_CODE_POINT_STRING)
    throw new LuaRaised(`bad argument #1 to '${name}' (string is longer than ${MAX_CODE_POINT_STRING} bytes)`)
  if (isAscii(machine.heap, start, end)) return { codes: machine.heap, from: start, to: end, address: at => at }
  return codeSubject(machine, start, end, `#1 to '${name}'`)
}

/** The range that two arguments ask for, clipped to the string. */
function rangeOf(machine: Machine, { from, to }: Subject, lastByDefault: (first: number) => number): [number, number] {
  const { lua, running } = machine
  const length = to - from
  const place = (value: number) => (value < 0 ? length + value + 1 : value)
  const first = place(lua.luaL_optinteger!(running, 2, 1))
  const last = place(lua.luaL_optinteger!(running, 3, lastByDefault(lua.luaL_optinteger!(running, 2, 1))))
  return [from + Math.max(1, first) - 1, from + Math.min(length, last)]
}

const MAX_RESULTS = 7900

const sub: NativeFunction = machine => {
  const subject = subjectOf(machine, 'sub')
  const [start, end] = rangeOf(machine, subject, () => -1)
  const address = start < end ? subject.address(start) : 0
  machine.lua.lua_pushlstring!(machine.running, address, start < end ? subject.address(end) - address : 0)
  return 1
}

const codepoint: NativeFunction = machine => {
  const { lua, running } = machine
  const subject = subjectOf(machine, 'codepoint')
  const [start, end] = rangeOf(machine, subject, first => first)
  const count = Math.max(0, end - start)
  if (count > MAX_RESULTS || lua.lua_checkstack!(running, count) === 0) throw new LuaRaised('string slice too long')
  for (let at = start; at < end; at++) lua.lua_pushnumber!(running, subject.codes[at]!)
  return count
}

const codepoints: NativeFunction = machine => {
  const { lua, running } = machine
  const subject = subjectOf(machine, 'gcodepoint')
  const [start, end] = rangeOf(machine, subject, () => -1)
  const codes = Uint32Array.from({ length: Math.max(0, end - start) }, (_, at) => subject.codes[start + at]!)
  lua.lua_createtable!(running, codes.length, 0)
  for (const [at, code] of codes.entries()) {
    lua.lua_pushnumber!(running, code)
    lua.lua_rawseti!(running, -2, at + 1)
  }
  return 1
}

const len: NativeFunction = machine => {
  const { lua, running } = machine
  const { start, end } = machine.checkBytes(1)
  if (isAscii(machine.heap, start, end)) lua.lua_pushnumber!(running, end - start)
  else {
    const decoded = decodedString(machine, start, end)
    if (decoded === null) lua.lua_pushnil!(running)
    else lua.lua_pushnumber!(running, decoded.codes.length)
  }
  return 1
}

const isutf8: NativeFunction = machine => {
  const { start, end } = machine.checkBytes(1)
  const valid = isAscii(machine.heap, start, end) || decodedString(machine, start, end) !== null
  machine.lua.lua_pushboolean!(machine.running, Number(valid))
  return 1
}

const LARGEST_CODE_POINT = 0x10ffff

const char: NativeFunction = (machine, top) => {
  const { lua, running } = machine
  const codes: number[] = []
  for (let index = 1; index <= top; index++) {
    if (lua.lua_isnumber!(running, index) === 0)
      throw new LuaRaised(`bad argument #${index} to 'char' (number expected, got ${machine.typeAt(index)})`)
    const code = Math.floor(lua.lua_tonumber!(running, index))
    if (!(code >= 0 && code <= LARGEST_CODE_POINT))
      throw new LuaRaised(`bad argument #${index} to 'char' (value out of range)`)
    codes.push(code >= 0xd800 && code <= 0xdfff ? 0xfffd : code)
  }
  machine.pushText(codes.map(code => String.fromCodePoint(code)).join(''))
  return 1
}

/** The byte where a character begins, counted in characters from the one at a byte. */
const byteoffset: NativeFunction = machine => {
  const { lua, running } = machine
  const { start, end } = machine.checkBytes(1)
  const count = lua.luaL_optinteger!(running, 2, 1)
  const given = lua.luaL_optinteger!(running, 3, 1)
  const length = end - start
  const from = given < 0 ? length + given + 1 : given
  const subject = codeSubject(machine, start, end, "#1 to 'byteoffset'")
  const beginning = (at: number) => subject.address(at) - start + 1
  const size = subject.to - subject.from
  let index = 0
  while (index < size && beginning(index) < from) index++
  if (count <= 0 && (index >= size || beginning(index) > from)) index--
  const wanted = count > 0 ? index + count - 1 : index + count
  if (from > length || from < 1 || wanted < 0 || wanted >= size) lua.lua_pushnil!(running)
  else lua.lua_pushnumber!(running, beginning(wanted))
  return 1
}

/** Unicode normalisation; nil when the string is not UTF-8. */
const normalise =
  (change: (text: string) => string): NativeFunction =>
  machine => {
    const { start, end } = machine.checkBytes(1)
    if (isAscii(machine.heap, start, end)) machine.lua.lua_pushvalue!(machine.running, 1)
    else if (decodedString(machine, start, end) === null) machine.lua.lua_pushnil!(machine.running)
    else machine.pushText(change(machine.heap.toString('utf8', start, end)))
    return 1
  }

export const ustringFunctions: Readonly<Record<string, NativeFunction>> = {
  ...patternFunctions('code points'),
  byteoffset,
  char,
  codepoint,
  codepoints,
  isutf8,
  len,
  sub,
  toNFC: normalise(nfc),
  toNFD: normalise(text => nfc(text).normalize('NFD')),
  toNFKC: normalise(text => nfc(text).normalize('NFKC')),
  toNFKD: normalise(text => nfc(text).normalize('NFKD')),
}

/** `string.rep`, which in C would neither look at the clock nor at the memory limit. */
export const rep: NativeFunction = machine => {
  const { lua, running } = machine
  const { start, end } = machine.checkBytes(1)
  const count = Math.max(0, Math.floor(lua.luaL_checknumber!(running, 2)))
  machine.mustFit(count * (end - start))
  const bytes = Buffer.from(machine.heap.subarray(start, end))
  machine.pushBytes(bytes.length === 0 || count === 0 ? new Uint8Array() : Buffer.alloc(count * bytes.length, bytes))
  return 1
}
