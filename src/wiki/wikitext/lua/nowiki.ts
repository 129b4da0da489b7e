// `mw.text.nowiki`: writes wikitext so that it is shown as it is.

import { LuaRaised, LuaType, type NativeFunction } from './machine.ts'

/** What may need a reference; most also depends on what is around it. */
const CANDIDATE = /\r\n(?:-{4})?|[\r\n](?:[#*:; \n\r\t]|-{4})?|__|[: \t\f]|["&'<=>[\]{|}]/g
/** A blank after one of these would make a link. */
const WORDS = ['ISBN', 'RFC', 'PMID']
/** Candidates between two looks at the limits. */
const LOOK_EVERY = 1024

const reference = (character: string): string => `&#${character.charCodeAt(0)};`

/** Four hyphens at the beginning of a line. */
const withoutRule = (hyphens: string): string => (hyphens === '' ? '' : `${reference('-')}---`)

/**
 * `schemes` are the beginnings of addresses that need no slashes, such as `mailto`. `look` is called from time to time
 * with the length so far.
 */
export function nowiki(text: string, schemes: readonly string[], look: (length: number) => void = () => {}): string {
  // The beginning counts as the beginning of a line.
  const source = `\n${text}`
  const longest = Math.max(0, ...schemes.map(({ length }) => length))
  const followsScheme = (at: number) => {
    const before = source.slice(Math.max(0, at - longest), at).toLowerCase()
    return schemes.some(scheme => before.endsWith(scheme))
  }
  const blank = (character: string, at: number) =>
    WORDS.some(word => source.endsWith(word, at)) ? reference(character) : character

  const write = (found: string, at: number): string => {
    const first = found.charAt(0)
    const rest = found.slice(1)
    if (found === '__') return `_${reference('_')}`
    if (found === ':') return source.startsWith('//', at + 1) || followsScheme(at) ? reference(found) : found
    if (rest.startsWith('\n') && first === '\r') return `${reference('\r')}\n${withoutRule(rest.slice(1))}`
    if ('\r\n'.includes(first)) return blank(first, at) + (rest.length === 1 ? reference(rest) : withoutRule(rest))
    return ' \t\f'.includes(found) ? blank(found, at) : reference(found)
  }

  let [count, length] = [0, source.length]
  const written = source.replace(CANDIDATE, (found, at: number) => {
    const result = write(found, at)
    length += result.length - found.length
    if (++count % LOOK_EVERY === 0) look(length)
    return result
  })
  return written.slice(1)
}

/** For Lua. Bytes that are not UTF-8 stay, because only ASCII characters are looked at. */
export const nowikiFunction =
  (schemes: () => readonly string[]): NativeFunction =>
  machine => {
    const type = machine.lua.lua_type!(machine.running, 1)
    // Scripts know this error under the name of another function.
    if (type !== LuaType.string && type !== LuaType.number)
      throw new LuaRaised(`bad argument #1 to 'gsub' (string expected, got ${machine.typeAt(1)})`)
    const { start, end } = machine.bytesAt(1)
    const written = nowiki(machine.heap.toString('latin1', start, end), schemes(), length => {
      machine.mustFit(length)
      machine.tick()
    })
    machine.pushBytes(Buffer.from(written, 'latin1'))
    return 1
  }
