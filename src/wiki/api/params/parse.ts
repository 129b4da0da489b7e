import { isNever, lengthOf } from '../../content/expiry.ts'
import { type ApiMessage, apiMessage, commaList, fail, num, plaintext } from '../../messages/message.ts'
import { parseTimestamp } from '../../site/timestamp.ts'
import { CONTENT_LANGUAGE, type Options, type Param } from './kinds.ts'

/** Context needed to parse a value. */
export interface ParseContext {
  /** Whether the caller has the `apihighlimits` right. */
  readonly highLimits: boolean
  /** Seconds since 1970. */
  readonly now: number
  readonly namespaces: readonly number[]
  readonly contentLanguage: string
  /** Groups that can be assigned. */
  readonly groups: readonly string[]
  /** Longest watchlist expiry as a duration; null for no limit. */
  readonly longestExpiry: string | null
  isTitle(text: string): boolean
  parseUserName(text: string, kinds: readonly string[]): string | null
  /** Whether a file was uploaded under this name. */
  hasFile(name: string): boolean
  /** `value` identifies the affected one of several values. */
  warn(message: ApiMessage, value?: string): void
  /** Called for `limit=max`, since the response reports the effective limit. */
  limitIsMax(value: number): void
}

export const MULTI_LIMIT = 50
export const MULTI_HIGH_LIMIT = 500

/** Maximum number of values: for everyone, and with higher limits. */
export const valueLimits = ({ maxValues }: Options): { low: number; high: number } => ({
  low: maxValues ?? MULTI_LIMIT,
  high: maxValues ?? MULTI_HIGH_LIMIT,
})

const SEPARATOR = '\u001f'

/** Parses the value of one parameter. `name` includes the module's prefix. */
export function parseParam(param: Param, name: string, raw: string | undefined, context: ParseContext): unknown {
  const { options } = param
  if (raw === undefined) {
    if (param.type === 'boolean') return false
    if (options.required) failMissing(name)
    return presetOf(param, name, context)
  }
  // An empty required text counts as missing; for other types it is an invalid value, and for lists an empty list.
  if (raw === '' && options.required && !options.multi && !options.mayBeEmpty && isText(param)) failMissing(name, raw)
  if (param.type === 'boolean') return true
  const value = options.multi ? parseMany(param, name, raw, context) : parseOne(param, name, raw, context)
  return value
}

const isText = ({ type }: Param): boolean => type === 'string' || type === 'text' || type === 'password'

const failMissing = (name: string, ...value: string[]): never =>
  fail('paramvalidator-missingparam', [name, ...value].map(plaintext))

/** Defaults are written in wire format and parsed like any value. */
function presetOf(param: Param, name: string, context: ParseContext): unknown {
  const { default: preset, multi } = param.options
  if (preset === undefined) return undefined
  if (preset === CONTENT_LANGUAGE) return context.contentLanguage
  if (!multi) return preset
  if (preset === '') return []
  if (preset === param.options.allspecifier) return everyValue(param, context)
  return String(preset)
    .split('|')
    .map(value => parseOne(param, name, value, context))
}

export function splitMany(raw: string): string[] {
  return raw.startsWith(SEPARATOR) ? raw.slice(1).split(SEPARATOR) : raw.split('|')
}

const allSpecifierOf = ({ allspecifier, takesAll }: Options): '*' | undefined => allspecifier ?? (takesAll && '*')

function everyValue(param: Param, context: ParseContext): readonly unknown[] {
  const { type, options } = param
  if (type === 'namespace') return [...(options.extranamespaces ?? []), ...context.namespaces]
  return Array.isArray(type) ? type.filter(value => !options.deprecatedvalues?.includes(value)) : []
}

function parseMany(param: Param, name: string, raw: string, context: ParseContext): readonly unknown[] {
  const { options } = param
  if (raw === '') return []
  const values = splitMany(raw)
  const { low, high } = valueLimits(options)
  const limit = context.highLimits ? high : low
  // Valid only as the sole value.
  if (values.length === 1 && values[0] === allSpecifierOf(options)) return everyValue(param, context)
  if (values.length > limit) {
    fail('paramvalidator-toomanyvalues', [plaintext(name), num(limit)], {
      data: { limit, lowlimit: low, highlimit: high },
    })
  }
  const allowed = acceptable(param, context)
  if (!allowed && param.type === 'string') return options.allowsduplicates ? values : [...new Set(values)]
  const unknown = allowed ? values.filter(value => !allowed.has(value)) : []
  if (unknown.length > 0) {
    context.warn(
      apiMessage(
        'paramvalidator-unrecognizedvalues',
        [plaintext(name), plaintext(raw), commaList(unknown), num(unknown.length)],
        { data: { values: unknown } },
      ),
    )
  }
  const accepted = allowed ? values.filter(value => allowed.has(value)) : values
  const parsed = accepted.map(value => parseOne(param, name, value, context))
  return options.allowsduplicates ? parsed : [...new Set(parsed)]
}

const enumerations = new WeakMap<object, ReadonlySet<string>>()
/** By the namespaces of a wiki, then by parameter. */
const namespaceNumbers = new WeakMap<object, WeakMap<Param, ReadonlySet<string>>>()

function acceptableNamespaces(param: Param, namespaces: readonly number[]): ReadonlySet<string> {
  const byParam = namespaceNumbers.get(namespaces) ?? new WeakMap<Param, ReadonlySet<string>>()
  namespaceNumbers.set(namespaces, byParam)
  const numbers = byParam.get(param) ?? new Set([...namespaces, ...(param.options.extranamespaces ?? [])].map(String))
  byParam.set(param, numbers)
  return numbers
}

/** Allowed values of an enumeration or namespace parameter, as text; null if anything is allowed. */
function acceptable(param: Param, context: ParseContext): ReadonlySet<string> | null {
  const { type, options } = param
  if (type === 'namespace') return acceptableNamespaces(param, context.namespaces)
  if (options.listsGroups) return new Set(context.groups)
  if (!Array.isArray(type)) return null
  const listed = enumerations.get(type) ?? new Set<string>(type)
  enumerations.set(type, listed)
  return listed
}

function parseOne(param: Param, name: string, raw: string, context: ParseContext): unknown {
  const { type, options } = param
  if (!options.multi && raw.startsWith(SEPARATOR)) fail('paramvalidator-notmulti', [plaintext(name), plaintext(raw)])
  if (Array.isArray(type)) return parseEnumerated(param, name, raw, context)
  switch (type) {
    case 'namespace':
      return Number(parseEnumerated(param, name, raw, context))
    case 'integer':
      return parseBounded(name, raw, options, context)
    case 'limit':
      return parseLimit(name, raw, options, context)
    case 'timestamp':
      return parseTime(name, raw, context)
    case 'expiry':
      return parseExpiry(name, raw, context)
    case 'title':
      return context.isTitle(raw) ? raw : fail('paramvalidator-badtitle', [plaintext(name), plaintext(raw)])
    case 'upload':
      return context.hasFile(name)
        ? undefined
        : fail('paramvalidator-badupload-notupload', [plaintext(name), plaintext(raw)])
    case 'user':
      return parseUser(name, raw, options.subtypes ?? [], context)
    default:
      return raw
  }
}

function parseEnumerated(param: Param, name: string, raw: string, context: ParseContext): string {
  const allowed = acceptable(param, context)!
  if (!allowed.has(raw)) {
    if (param.options.open) return raw
    fail('paramvalidator-badvalue-enumnotmulti', [
      plaintext(name),
      plaintext(raw),
      { list: [...allowed].map(plaintext), type: 'text' },
      num(allowed.size),
    ])
  }
  // Deprecated submodules warn when they run.
  const { submodules, deprecatedvalues = [], outdatedvalues = [] } = param.options
  if (!submodules && (deprecatedvalues.includes(raw) || outdatedvalues.includes(raw))) {
    context.warn(apiMessage('paramvalidator-deprecated-value', [plaintext(name), plaintext(raw)]), raw)
  }
  return raw
}

const LARGEST = 2n ** 63n
const LARGEST_EXACT = 2 ** 63 - 1024

interface Range {
  readonly min?: number
  readonly max?: number
  /** Bounds as machine-readable data for the warning. */
  readonly data?: Readonly<Record<string, unknown>>
}

function parseInteger(name: string, raw: string, range: Range, context: ParseContext): number {
  if (!/^[+-]?\d+$/.test(raw)) fail('paramvalidator-badinteger', [plaintext(name), plaintext(raw)])
  const exact = BigInt(raw.replace('+', ''))
  if (exact >= LARGEST || exact < -LARGEST) fail('paramvalidator-badinteger', [plaintext(name), plaintext(raw)])
  // Stay within the range that a database integer can hold.
  const value = Math.max(-LARGEST_EXACT, Math.min(Number(exact), LARGEST_EXACT))
  return clamp(name, value, range, context)
}

/** Unlike a limit, a number below the minimum is an error. */
function parseBounded(name: string, raw: string, options: Options, context: ParseContext): number {
  const { min, max, clamped } = options
  if (clamped) {
    const bounds = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
    return parseInteger(name, raw, bounds, context)
  }
  const value = parseInteger(name, raw, {}, context)
  if (min === undefined || value >= min) return value
  fail('paramvalidator-outofrange-min', [plaintext(name), plaintext(raw), num(min)], {
    data: { min, curmax: null, max: null, highmax: null },
  })
}

function parseLimit(name: string, raw: string, options: Options, context: ParseContext): number {
  const max = context.highLimits ? options.highmax! : options.max!
  if (raw === 'max') {
    context.limitIsMax(max)
    return max
  }
  return parseInteger(
    name,
    raw,
    { min: options.min!, max, data: { min: options.min, curmax: max, max: options.max, highmax: options.highmax } },
    context,
  )
}

/** Clamps a value to the range, with a warning. */
function clamp(name: string, value: number, { min, max, data }: Range, context: ParseContext): number {
  const messageParams = [plaintext(name), plaintext(String(value))] as const
  const low = min ?? Number.NEGATIVE_INFINITY
  const high = max ?? Number.POSITIVE_INFINITY
  if (value >= low && value <= high) return value
  const extra = data ? { data } : {}
  if (min !== undefined && max !== undefined) {
    context.warn(apiMessage('paramvalidator-outofrange-minmax', [...messageParams, num(min), num(max)], extra))
  } else if (value < low) context.warn(apiMessage('paramvalidator-outofrange-min', [...messageParams, num(low)], extra))
  else context.warn(apiMessage('paramvalidator-outofrange-max', [...messageParams, num(low), num(high)], extra))
  return value < low ? low : high
}

function parseTime(name: string, raw: string, context: ParseContext): number {
  if (raw === 'now') return context.now
  if (/^0*$/.test(raw)) {
    context.warn(apiMessage('paramvalidator-unclearnowtimestamp', [plaintext(name), plaintext(raw)]))
    return context.now
  }
  return parseTimestamp(raw) ?? fail('paramvalidator-badtimestamp', [plaintext(name), plaintext(raw)])
}

function parseExpiry(name: string, raw: string, context: ParseContext): number | null {
  if (isNever(raw)) return null
  const { now, longestExpiry } = context
  const messageParams = [plaintext(name), plaintext(raw)] as const
  const end = lengthOf(raw, now) ?? fail('paramvalidator-badexpiry', [...messageParams])
  if (end < now) fail('paramvalidator-badexpiry-past', [...messageParams])
  const last = longestExpiry === null ? null : lengthOf(longestExpiry, now)
  if (last === null || end <= last) return end
  context.warn(apiMessage('paramvalidator-badexpiry-duration-max', [...messageParams, longestExpiry!]))
  return last
}

/** Canonical form of a user: a name, an IP address, `#id` or `prefix>name`, depending on the allowed kinds. */
function parseUser(name: string, raw: string, kinds: readonly string[], context: ParseContext): string {
  return context.parseUserName(raw, kinds) ?? fail('paramvalidator-baduser', [plaintext(name), plaintext(raw)])
}
