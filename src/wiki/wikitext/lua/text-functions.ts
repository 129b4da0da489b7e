// Messages, strip markers, JSON and hashes.

import { createHash, getHashes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { decodeHTMLStrict } from 'entities'
import { formatNumber } from '#languages/number-format.ts'
import { withSpaces } from '#wiki/messages/spaces.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { ExpressionFault, evaluateToText } from '../functions/expression.ts'
import { phpNumber } from '../functions/numbers.ts'
import { stringFunctions } from '../functions/strings.ts'
import { killMarkers } from '../state/strip-markers.ts'
import type { Current, Invocation } from './invocation.ts'
import { fromJson, toJson } from './json.ts'
import { LuaRaised, type NativeFunction } from './machine.ts'
import { isTable, type LuaTable, type LuaValue, type SimpleFunction } from './values.ts'

const list = (value: LuaValue): LuaValue[] => (isTable(value) ? [...value.values()] : [])

function messageText({ state }: Invocation, data: LuaTable): string | null {
  const raw = data.get('raw')
  if (typeof raw === 'string') return raw
  const language = String(data.get('language') ?? state.site.language)
  const { host } = state
  const find = (key: string) =>
    language === state.site.language || !host.messageIn ? host.message(key) : host.messageIn(language, key)
  for (const key of list(data.get('keys'))) {
    const text = find(String(key).charAt(0).toLowerCase() + String(key).slice(1).replaceAll(' ', '_'))
    if (text !== null) return withSpaces(text)
  }
  return null
}

function message(run: Invocation, what: string, data: LuaTable): LuaValue {
  const text = messageText(run, data)
  if (what === 'exists') return text !== null
  if (what === 'isBlank') return text === null || text === ''
  if (what === 'isDisabled') return text === null || text === '' || text === '-'
  if (text === null) return `⧼${String(list(data.get('keys')).at(0) ?? '')}⧽`
  const language = String(data.get('language') ?? run.state.site.language)
  const params = list(data.get('params')).map(param => {
    if (!isTable(param)) return typeof param === 'number' ? luaNumber(param) : String(param)
    const number = param.get('num')
    if (number === undefined) return textOf(param.get('raw'))
    return formatNumber(language, typeof number === 'number' ? phpNumber(number) : String(number))
  })
  return text.replace(/\$(\d+)/g, (whole, place: string) => params[Number(place) - 1] ?? whole)
}

const textOf = (value: LuaValue): string => (typeof value === 'number' ? luaNumber(value) : String(value ?? ''))

/** A number as Lua writes it: up to 14 digits. */
export const luaNumber = (value: number): string => {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value)
  return String(Number(value.toPrecision(14))).replace(/e([+-])(\d)$/, 'e$10$2')
}

function textOptions({ state }: Invocation): LuaValue {
  const { host } = state
  const words = (key: string, fallback: string) => withSpaces(host.message(key) ?? fallback)
  return {
    comma: words('comma-separator', ', '),
    conjunction: words('and', ' and') + words('word-separator', ' '),
    ellipsis: words('ellipsis', '...'),
  }
}

/** Beginnings of addresses that need no slashes. */
export const schemesOf = ({ state }: Invocation): string[] =>
  state.site.info.protocols.filter(protocol => /^[a-z.+-]+:$/.test(protocol)).map(protocol => protocol.slice(0, -1))

function expr(run: Invocation, expression: string): string {
  try {
    return evaluateToText(expression)
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error
    const text = run.state.host.message(`pfunc_expr_${error.key}`) ?? `Expression error: ${error.message}`
    throw new LuaRaised(text.replaceAll('$1', () => error.parameter))
  }
}

/** A page with JSON, as a table. */
function loadJson(run: Invocation, page: string): LuaValue {
  run.countExpensive()
  const { state } = run
  const title = titleOrNull(state.site, page)
  const source = title === null || title.interwiki !== '' ? null : state.host.templateText(title.ns, title.dbkey)
  const isJson = () => (state.host.contentModelOf?.(title!.ns, title!.dbkey) ?? 'json') === 'json'
  const invalid = () => new LuaRaised(`bad argument #1 to 'mw.loadJsonData' ('${page}' is not a valid JSON page)`)
  if (title === null || source === null || !isJson()) throw invalid()
  state.output.templates.add(title.ns, title.dbkey)
  try {
    return fromJson(source.text, 0)
  } catch {
    throw invalid()
  }
}

export const textFunctions = (current: Current): Record<string, SimpleFunction> => ({
  message: (what, data) => message(current(), String(what), isTable(data) ? data : new Map()),
  textOptions: () => textOptions(current()),
  entity: name => {
    const decoded = decodeHTMLStrict(`&${String(name)};`)
    return decoded.startsWith('&') && decoded.endsWith(';') ? undefined : decoded
  },
  unstrip: text => killMarkers(current().state.strip.restoreNowiki(String(text))),
  unstripNoWiki: text => current().state.strip.restoreNowiki(String(text)),
  killMarkers: text => killMarkers(String(text)),
  jsonEncode: (value, flags) => toJson(value, Number(flags)),
  jsonDecode: (json, flags) => fromJson(String(json), Number(flags)),
  loadJson: page => loadJson(current(), String(page)),
  anchorEncode: text => {
    const fn = stringFunctions.anchorencode!
    return fn.lazy ? '' : (fn.run(current().state, [String(text)]) as string)
  },
  expr: expression => expr(current(), String(expression)),
  hashAlgorithms: () => algorithms(),
})

const EXTRA = ['crc32b', 'adler32']
const COMMON = [
  ...['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha512/224', 'sha512/256'],
  ...['sha3-224', 'sha3-256', 'sha3-384', 'sha3-512', 'ripemd160', 'whirlpool'],
]

const nodeName = (algorithm: string): string => algorithm.replace('/', '-')
const algorithms = (): string[] => {
  const known = new Set(getHashes().map(name => name.toLowerCase()))
  return [...COMMON.filter(name => known.has(nodeName(name))), ...EXTRA]
}

function adler32(bytes: Uint8Array): number {
  let [low, high] = [1, 0]
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

const hex8 = (value: number): string => value.toString(16).padStart(8, '0')

/** Hashes bytes, which need not be UTF-8. */
export const hashValue: NativeFunction = machine => {
  const algorithm = machine.textAt(1)
  const { start, end } = machine.checkBytes(2)
  const bytes = machine.heap.subarray(start, end)
  if (!algorithms().includes(algorithm)) throw new LuaRaised(`Unknown hashing algorithm: ${algorithm}`)
  const hash =
    algorithm === 'crc32b'
      ? hex8(crc32(bytes))
      : algorithm === 'adler32'
        ? hex8(adler32(bytes))
        : createHash(nodeName(algorithm)).update(bytes).digest('hex')
  machine.pushText(hash)
  return 1
}
