// find, match, gmatch and gsub, for the libraries `string` (bytes) and `mw.ustring` (code points).

import { checkCodePattern } from './check-pattern.ts'
import { LuaRaised, LuaType, type Machine, type NativeFunction } from './machine.ts'
import { isInByteClass, isInUnicodeClass, Matcher } from './patterns.ts'
import { byteSubject, codeSubject, isAscii, type Subject } from './subject.ts'

type Mode = 'bytes' | 'code points'

const CARET = 0x5e
const PERCENT = 0x25
const SPECIAL = new Set([...'^$*+?.([%-'].map(character => character.charCodeAt(0)))
const MAX_CODE_POINT_PATTERN = 10_000
/** The largest text of a page. */
export const MAX_CODE_POINT_STRING = 2048 * 1024

interface Search {
  readonly mode: Mode
  readonly subject: Subject
  readonly pattern: Subject
  readonly matcher: Matcher
}

/** Prepares a search; `at` is where the two strings are on the stack. A text is not checked as a pattern. */
function searchFor(machine: Machine, mode: Mode, name: string, at: readonly [number, number], isText = false): Search {
  const text = machine.checkBytes(at[0])
  const pattern = machine.checkBytes(at[1])
  if (mode === 'code points') {
    if (text.end - text.start > MAX_CODE_POINT_STRING)
      throw new LuaRaised(`bad argument #1 to '${name}' (string is longer than ${MAX_CODE_POINT_STRING} bytes)`)
    if (pattern.end - pattern.start > MAX_CODE_POINT_PATTERN)
      throw new LuaRaised(`bad argument #2 to '${name}' (pattern is longer than ${MAX_CODE_POINT_PATTERN} bytes)`)
  }
  const { heap } = machine
  const plain = mode === 'bytes' || (isAscii(heap, text.start, text.end) && isAscii(heap, pattern.start, pattern.end))
  const [subject, parts] = plain
    ? [byteSubject(machine, text.start, text.end), byteSubject(machine, pattern.start, pattern.end)]
    : [
        codeSubject(machine, text.start, text.end, `#1 to '${name}'`),
        codeSubject(machine, pattern.start, pattern.end, `#2 to '${name}'`),
      ]
  if (mode === 'code points' && !isText) checkCodePattern(parts.codes, parts.from, parts.to)
  const classes = mode === 'bytes' ? isInByteClass : isInUnicodeClass
  const matcher = new Matcher(subject.codes, subject.from, subject.to, parts.codes, parts.to, classes, () =>
    machine.tick(),
  )
  return { mode, subject, pattern: parts, matcher }
}

/** After a call into Lua the memory may be elsewhere. */
function rebind(machine: Machine, { subject, pattern, matcher }: Search): void {
  const moved = (old: Subject) => (old.codes instanceof Uint32Array ? old.codes : machine.heap)
  matcher.rebind(moved(subject), moved(pattern))
}

function pushSlice(machine: Machine, subject: Subject, start: number, end: number): void {
  const address = subject.address(start)
  machine.lua.lua_pushlstring!(machine.running, address, subject.address(end) - address)
}

function pushCapture(machine: Machine, { subject, matcher }: Search, index: number, start: number, end: number): void {
  const capture = matcher.capture(index, start, end)
  if (capture.end === null) machine.lua.lua_pushnumber!(machine.running, capture.start - subject.from + 1)
  else pushSlice(machine, subject, capture.start, capture.end)
}

/** Pushes all captures; the whole match when there are none and `whole` is set. */
function pushCaptures(machine: Machine, search: Search, start: number, end: number, whole: boolean): number {
  const count = search.matcher.level === 0 && whole ? 1 : search.matcher.level
  machine.lua.luaL_checkstack!(machine.running, count, 0)
  for (let index = 0; index < count; index++) pushCapture(machine, search, index, start, end)
  return count
}

function firstPosition(machine: Machine, { subject }: Search, mode: Mode): number {
  const length = subject.to - subject.from
  const given = machine.lua.luaL_optinteger!(machine.running, 3, 1)
  const start = given < 0 ? length + given : given - 1
  const last = mode === 'bytes' ? length : Math.min(length, Math.max(0, start))
  return subject.from + Math.min(Math.max(0, start), last)
}

const isPlain = ({ codes, from, to }: Subject): boolean => {
  for (let at = from; at < to; at++) if (SPECIAL.has(codes[at]!)) return false
  return true
}

/** Position of a text within another, both as code points or bytes. */
function indexOf({ subject, pattern }: Search, machine: Machine, start: number): number {
  const size = pattern.to - pattern.from
  if (size === 0) return start
  const { codes } = subject
  if (!(codes instanceof Uint32Array)) {
    const { heap } = machine
    const found = heap.subarray(start, subject.to).indexOf(heap.subarray(pattern.from, pattern.to))
    return found < 0 ? -1 : start + found
  }
  let at = start
  for (; at + size <= subject.to; at++) {
    let same = 0
    while (same < size && codes[at + same] === pattern.codes[pattern.from + same]) same++
    if (same === size) return at
    if ((at & 0xfff) === 0) machine.tick()
  }
  return -1
}

function finder(mode: Mode, name: 'find' | 'match'): NativeFunction {
  return machine => {
    const { lua, running } = machine
    const isText = name === 'find' && lua.lua_toboolean!(running, 4) !== 0
    const search = searchFor(machine, mode, name, [1, 2], isText)
    const { subject, pattern, matcher } = search
    const start = firstPosition(machine, search, mode)
    if (name === 'find' && (isText || isPlain(pattern))) {
      const found = indexOf(search, machine, start)
      if (found < 0) return nothing(machine)
      lua.lua_pushnumber!(running, found - subject.from + 1)
      lua.lua_pushnumber!(running, found - subject.from + pattern.to - pattern.from)
      return 2
    }
    const anchored = pattern.from < pattern.to && pattern.codes[pattern.from] === CARET
    const p = anchored ? pattern.from + 1 : pattern.from
    for (let s = start; s <= subject.to; s++) {
      const end = matcher.match(s, p)
      if (end !== -1) {
        if (name === 'match') return pushCaptures(machine, search, s, end, true)
        lua.lua_pushnumber!(running, s - subject.from + 1)
        lua.lua_pushnumber!(running, end - subject.from)
        return 2 + pushCaptures(machine, search, s, end, false)
      }
      if (anchored) break
    }
    return nothing(machine)
  }
}

function nothing(machine: Machine): number {
  machine.lua.lua_pushnil!(machine.running)
  return 1
}

function gmatch(mode: Mode): NativeFunction {
  const next: NativeFunction = machine => {
    const { lua, running } = machine
    lua.lua_pushvalue!(running, machine.upvalue(1))
    lua.lua_pushvalue!(running, machine.upvalue(2))
    const top = lua.lua_gettop!(running)
    const search = searchFor(machine, mode, 'gmatch', [top - 1, top])
    const { subject, pattern, matcher } = search
    const done = lua.lua_tonumber!(running, machine.upvalue(3))
    for (let s = subject.from + done; s <= subject.to; s++) {
      const end = matcher.match(s, pattern.from)
      if (end === -1) continue
      lua.lua_pushnumber!(running, end - subject.from + (end === s ? 1 : 0))
      lua.lua_replace!(running, machine.upvalue(3))
      return pushCaptures(machine, search, s, end, true)
    }
    return nothing(machine)
  }
  return machine => {
    const { lua, running } = machine
    // Checks the arguments now, not on the first step.
    searchFor(machine, mode, 'gmatch', [1, 2])
    lua.lua_settop!(running, 2)
    lua.lua_pushnumber!(running, 0)
    machine.pushNative(next, 3)
    return 1
  }
}

/** Bytes written piece by piece. */
class Output {
  readonly #machine: Machine
  #bytes = Buffer.allocUnsafe(256)
  #length = 0

  constructor(machine: Machine) {
    this.#machine = machine
  }

  /** A part of Lua's memory. */
  copy(start: number, end: number): void {
    const length = this.#length + end - start
    if (length > this.#bytes.length) this.#grow(length)
    this.#machine.heap.copy(this.#bytes, this.#length, start, end)
    this.#length = length
  }

  push(): void {
    this.#machine.pushBytes(this.#bytes.subarray(0, this.#length))
  }

  #grow(needed: number): void {
    this.#machine.mustFit(needed)
    const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length))
    this.#bytes.copy(larger, 0, 0, this.#length)
    this.#bytes = larger
  }
}

/** Adds the replacement of one match. */
type Replace = (search: Search, start: number, end: number, out: Output) => void

/** The argument of gsub that replaces matches is the third. */
function replacement(machine: Machine, mode: Mode): Replace {
  const { lua, running } = machine
  const type = lua.lua_type!(running, 3)
  if (type === LuaType.string || type === LuaType.number) {
    const text = machine.bytesAt(3)
    return (search, start, end, out) => addTemplate(machine, search, text, start, end, out)
  }
  if (type !== LuaType.table && type !== LuaType.function)
    throw new LuaRaised(
      mode === 'bytes'
        ? "bad argument #3 to 'gsub' (string/function/table expected)"
        : `bad argument #3 to 'gsub' (string, table, or function expected)`,
    )
  return (search, start, end, out) => {
    if (type === LuaType.function) {
      lua.lua_pushvalue!(running, 3)
      const count = pushCaptures(machine, search, start, end, true)
      lua.lua_call!(running, count, 1)
    } else {
      pushCapture(machine, search, 0, start, end)
      lua.lua_gettable!(running, 3)
    }
    rebind(machine, search)
    const result = lua.lua_type!(running, -1)
    if (lua.lua_toboolean!(running, -1) === 0) {
      out.copy(search.subject.address(start), search.subject.address(end))
    } else if (result === LuaType.string || result === LuaType.number) {
      const bytes = machine.bytesAt(-1)
      out.copy(bytes.start, bytes.end)
    } else {
      throw new LuaRaised(`invalid replacement value (a ${machine.typeAt(-1)})`)
    }
    machine.pop()
  }
}

/** A replacement text with "%1" for captures. */
function addTemplate(
  machine: Machine,
  search: Search,
  text: { readonly start: number; readonly end: number },
  start: number,
  end: number,
  out: Output,
): void {
  const { subject, matcher } = search
  let plainFrom = text.start
  for (let at = text.start; at < text.end; at++) {
    if (machine.heap[at] !== PERCENT) continue
    out.copy(plainFrom, at)
    at++
    const digit = at < text.end ? machine.heap[at]! - 0x30 : -1
    plainFrom = at
    if (digit < 0 || digit > 9) continue
    plainFrom = at + 1
    if (digit > Math.max(1, matcher.level))
      throw new LuaRaised(
        search.mode === 'code points'
          ? `invalid capture index %${digit} in replacement string`
          : 'invalid capture index',
      )
    const capture = digit === 0 ? { start, end } : matcher.capture(digit - 1, start, end)
    if (capture.end !== null) out.copy(subject.address(capture.start), subject.address(capture.end))
    else {
      machine.pushText(String(capture.start - subject.from + 1))
      const bytes = machine.bytesAt(-1)
      out.copy(bytes.start, bytes.end)
      machine.pop()
    }
  }
  if (plainFrom < text.end) out.copy(plainFrom, text.end)
}

function gsub(mode: Mode): NativeFunction {
  return machine => {
    const { lua, running } = machine
    const search = searchFor(machine, mode, 'gsub', [1, 2])
    const { subject, pattern, matcher } = search
    const replace = replacement(machine, mode)
    const most = lua.luaL_optnumber!(running, 4, Number.POSITIVE_INFINITY)
    const anchored = pattern.from < pattern.to && pattern.codes[pattern.from] === CARET
    const p = anchored ? pattern.from + 1 : pattern.from
    const out = new Output(machine)
    let count = 0
    let copied = subject.from
    let s = subject.from
    while (count < most) {
      const end = matcher.match(s, p)
      if (end !== -1) {
        count++
        out.copy(subject.address(copied), subject.address(s))
        replace(search, s, end, out)
        copied = end
      }
      if (end !== -1 && end > s) s = end
      else if (s < subject.to) s++
      else break
      if (anchored) break
    }
    if (count === 0) lua.lua_pushvalue!(running, 1)
    else {
      out.copy(subject.address(copied), subject.address(subject.to))
      out.push()
    }
    lua.lua_pushnumber!(running, count)
    return 2
  }
}

export const patternFunctions = (mode: Mode): Readonly<Record<string, NativeFunction>> => ({
  find: finder(mode, 'find'),
  match: finder(mode, 'match'),
  gmatch: gmatch(mode),
  gsub: gsub(mode),
})
