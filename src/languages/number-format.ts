import { bcp47 } from './bcp47.ts'
import { dataFile, lazily, rowsByLanguage, type SharedRow } from './load-data.ts'
import { fallbackChain, isWikiCode } from './wiki-languages.ts'

/** Number format of a language in wiki messages. */
export interface NumberFormat {
  /** The ten digits from zero; absent for 0–9. */
  digits?: string
  group: string
  decimal: string
  /** Size of the group before the decimal separator, then of the others; 0 for no grouping. */
  sizes: [number, number]
  /** Minimum digits of the first group: with 2, four-digit numbers are not grouped. */
  minimum: number
}

interface FormatOptions {
  /** False replaces only digits. */
  separators?: boolean
  /** The text for "not a number", an interface message. */
  nan?: string
}

const file = dataFile<(NumberFormat & SharedRow)[]>('number-formats')
const formats = lazily(() => rowsByLanguage(file()))
const numberSyntax = /[+-]?(?=\d|\.\d)\d*(?:\.\d*)?(?:[eE][+-]?\d+)?/g
const minus = '−'

export function numberFormat(code: string): NumberFormat {
  const all = formats()
  for (const candidate of [code, ...fallbackChain(code)]) {
    const format = all.get(candidate)
    if (format) return format
  }
  throw new Error('data/number-formats.json has no entry for English')
}

/** Formats a number, or all numbers in a text: `12345.5` is `12 345,5` in Russian. */
export function formatNumber(code: string, value: number | bigint | string, options: FormatOptions = {}): string {
  const text = typeof value === 'number' ? numberText(value) : String(value)
  switch (text) {
    case 'NAN':
      return options.nan ?? 'NaN'
    case 'INF':
      return '∞'
    case '-INF':
      return `${minus}∞`
  }
  const format = numberFormat(code)
  const separators = options.separators ?? true
  return text.replace(numberSyntax, number => formatOne(format, number, separators))
}

const latin = new Map<string, Intl.NumberFormat | null>()

/**
 * A number in Latin digits, for languages whose messages have other digits but whose pages use Latin ones by now, as
 * Unicode's data says. Null for other languages.
 */
export function latinNumber(code: string, value: number): string | null {
  if (numberFormat(code).digits === undefined) return null
  const cached = latin.get(code)
  if (cached !== undefined) return cached?.format(value) ?? null
  const format = isWikiCode(code) ? new Intl.NumberFormat(bcp47(code)) : null
  const own = format?.resolvedOptions().numberingSystem === 'latn' ? format : null
  latin.set(code, own)
  return own?.format(value) ?? null
}

/** Converts a formatted number back to plain digits with a decimal point. */
export function parseFormattedNumber(code: string, text: string, options: FormatOptions = {}): string {
  if (text === (options.nan ?? 'NaN')) return 'NAN'
  if (text === '∞') return 'INF'
  if (text === `${minus}∞`) return '-INF'
  const format = numberFormat(code)
  const digits = [...(format.digits ?? '')]
  let plain = ''
  for (const character of text) {
    const digit = digits.indexOf(character)
    if (digit >= 0) plain += digit
    else if (character === minus) plain += '-'
    else if (character === format.decimal) plain += '.'
    else if (character !== format.group && character !== ',') plain += character
  }
  return plain
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NAN'
  if (value === Number.POSITIVE_INFINITY) return 'INF'
  if (value === Number.NEGATIVE_INFINITY) return '-INF'
  return Object.is(value, -0) ? '-0' : (value < 0 ? '-' : '') + plainDecimal(Math.abs(value))
}

function formatOne(format: NumberFormat, number: string, separators: boolean): string {
  if (!separators) return localDigits(format, number.replaceAll('-', minus))
  const integerLength = /^[+-]?(\d*)/.exec(number)![1]!.length
  const divides = format.sizes[0] > 0
  // If four-digit numbers are not grouped, MediaWiki does not calculate with short numbers, but only replaces
  // characters.
  if (!divides || (format.minimum > 1 && integerLength < format.sizes[0] + format.minimum)) {
    return localDigits(format, number.replaceAll('-', minus).replace('.', format.decimal))
  }
  const value = Number(number)
  const sign = number.startsWith('-') ? minus : ''
  if (!Number.isFinite(value)) return `${sign}∞`
  const { integer, fraction, point } = decimalParts(number, Math.abs(value), integerLength)
  const tail = point ? format.decimal + fraction : ''
  return sign + localDigits(format, groupDigits(format, integer) + tail)
}

function decimalParts(written: string, value: number, integerLength: number) {
  if (/[eE]/.test(written)) {
    const [integer = '0', fraction = ''] = roundToThousandths(value).split('.')
    return { integer, fraction, point: fraction !== '' }
  }
  const [integer = '', fraction = ''] = plainDecimal(value).split('.')
  const decimals = written.split('.')[1]?.length ?? 0
  const shown = integer === '0' && integerLength === 0 ? '' : integer.padStart(integerLength, '0')
  return { integer: shown, fraction: fraction.padEnd(decimals, '0').slice(0, decimals), point: written.includes('.') }
}

/** At most three decimals, rounded half to even, without trailing zeros. */
function roundToThousandths(value: number): string {
  const [integer = '0', fraction = ''] = plainDecimal(value).split('.')
  let thousandths = BigInt(integer + fraction.slice(0, 3).padEnd(3, '0'))
  const rest = fraction.slice(3)
  const half = `5${'0'.repeat(Math.max(0, rest.length - 1))}`
  if (rest > half || (rest === half && thousandths % 2n === 1n)) thousandths += 1n
  const digits = String(thousandths).padStart(4, '0')
  return `${digits.slice(0, -3)}.${digits.slice(-3)}`.replace(/\.?0+$/, '')
}

/** Shortest exact representation of a non-negative number without an exponent. */
function plainDecimal(value: number): string {
  const [mantissa = '0', exponent] = String(value).split('e')
  if (exponent === undefined) return mantissa
  const [integer = '', fraction = ''] = mantissa.split('.')
  const digits = integer + fraction
  const point = integer.length + Number(exponent)
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  return digits.length <= point ? digits.padEnd(point, '0') : `${digits.slice(0, point)}.${digits.slice(point)}`
}

function groupDigits(format: NumberFormat, integer: string): string {
  const [first, others] = format.sizes
  if (integer.length < first + format.minimum) return integer
  const head = integer.slice(0, -first)
  const groups = [
    head.slice(0, head.length % others),
    ...(head.slice(head.length % others).match(groupsOf(others)) ?? []),
  ]
  return [...groups.filter(group => group !== ''), integer.slice(-first)].join(format.group)
}

function groupsOf(size: number): RegExp {
  return new RegExp(`.{${size}}`, 'g')
}

function localDigits(format: NumberFormat, text: string): string {
  if (format.digits === undefined) return text
  const digits = [...format.digits]
  return text.replace(/[0-9]/g, digit => digits[Number(digit)]!)
}
