/** A value written by PHP's `serialize()`. Arrays and objects keep their order; keys are integers or strings. */
export type PhpValue = null | boolean | number | string | Buffer | PhpArray | PhpObject

export type PhpArray = Map<number | string, PhpValue>

export interface PhpObject {
  readonly className: string
  /** Properties by plain name, without the markers for private and protected. */
  readonly properties: Map<string, PhpValue>
}

export class PhpFormatError extends Error {
  readonly position: number

  constructor(problem: string, position: number) {
    super(`serialised PHP data: ${problem} at byte ${position}`)
    this.position = position
  }
}

interface UnserializeOptions {
  /** Reads strings as bytes, for binary data. Keys and names are always text. */
  readonly strings?: 'text' | 'bytes'
}

const MAX_DEPTH = 64

/** Reads one serialized value, which must be the whole input. Only plain data is created, and nothing is executed. */
export function unserialize(data: Buffer | string, options: UnserializeOptions = {}): PhpValue {
  const reader = new Reader(bytesAsCharacters(data), options.strings ?? 'text')
  const value = reader.value(0)
  reader.end()
  return value
}

const NOT_ASCII = /[\u0080-\uffff]/

/** One character per byte, so the byte lengths in the data can be used directly. */
function bytesAsCharacters(data: Buffer | string): string {
  if (typeof data !== 'string') return data.toString('latin1')
  return NOT_ASCII.test(data) ? Buffer.from(data).toString('latin1') : data
}

const asText = (bytes: string): string => (NOT_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString() : bytes)

export function isPhpObject(value: PhpValue | undefined): value is PhpObject {
  return typeof value === 'object' && value !== null && 'className' in value
}

class Reader {
  readonly #bytes: string
  readonly #strings: 'text' | 'bytes'
  /** Values in PHP's numbering, for the references `r:` and `R:`. */
  readonly #seen: PhpValue[] = []
  #at = 0

  constructor(bytes: string, strings: 'text' | 'bytes') {
    this.#bytes = bytes
    this.#strings = strings
  }

  end(): void {
    if (this.#at !== this.#bytes.length) throw this.#error('unexpected data after the value')
  }

  value(depth: number): PhpValue {
    if (depth > MAX_DEPTH) throw this.#error(`nested more than ${MAX_DEPTH} deep`)
    const type = this.#bytes.slice(this.#at, this.#at + 2)
    const from = this.#at
    this.#at += 2
    switch (type) {
      case 'N;':
        return this.#keep(null)
      case 'b:':
        return this.#keep(this.#until(';') === '1')
      case 'i:':
        return this.#keep(this.#integer(';'))
      case 'd:':
        return this.#keep(this.#float(this.#until(';')))
      case 's:':
        return this.#keep(this.#string(this.#strings))
      case 'a:':
        return this.#array(depth)
      case 'O:':
        return this.#object(depth)
      case 'E:':
        return this.#keep(this.#string('text'))
      case 'r:':
      case 'R:':
        return this.#reference(type)
      default:
        this.#at = from
        throw this.#error(type.length < 2 ? 'unexpected end' : `unknown type "${type}"`)
    }
  }

  #keep(value: PhpValue): PhpValue {
    this.#seen.push(value)
    return value
  }

  #reference(type: string): PhpValue {
    const index = this.#integer(';')
    const value = this.#seen[index - 1]
    if (value === undefined) throw this.#error(`reference to value ${index}, which does not exist`)
    // A copy of an object counts as a new value, a reference to a variable does not.
    return type === 'r:' ? this.#keep(value) : value
  }

  #array(depth: number): PhpArray {
    const count = this.#count()
    const array: PhpArray = new Map()
    this.#keep(array)
    this.#entries(count, depth, (key, value) => array.set(key, value))
    return array
  }

  #object(depth: number): PhpObject {
    const className = this.#quoted('text') as string
    this.#expect(':')
    const count = this.#count()
    const object: PhpObject = { className, properties: new Map() }
    this.#keep(object)
    this.#entries(count, depth, (key, value) => object.properties.set(plainName(String(key)), value))
    return object
  }

  #entries(count: number, depth: number, add: (key: number | string, value: PhpValue) => void): void {
    this.#expect('{')
    for (let index = 0; index < count; index++) {
      const type = this.#bytes.slice(this.#at, this.#at + 2)
      this.#at += 2
      if (type !== 'i:' && type !== 's:') throw this.#error('a key that is neither integer nor string')
      const key = type === 'i:' ? this.#integer(';') : (this.#string('text') as string)
      add(key, this.value(depth + 1))
    }
    this.#expect('}')
  }

  #count(): number {
    const count = this.#integer(':')
    // The shortest entry, `i:0;N;`, has six bytes, so a larger count is invalid.
    if (count < 0 || count > (this.#bytes.length - this.#at) / 6) throw this.#error(`a count of ${count}`)
    return count
  }

  #string(form: 'text' | 'bytes'): string | Buffer {
    const value = this.#quoted(form)
    this.#expect(';')
    return value
  }

  #quoted(form: 'text' | 'bytes'): string | Buffer {
    const length = this.#integer(':')
    this.#expect('"')
    const from = this.#at
    const to = from + length
    if (length < 0 || to > this.#bytes.length) throw this.#error(`a string of ${length} bytes reaches beyond the end`)
    this.#at = to
    this.#expect('"')
    const found = this.#bytes.slice(from, to)
    return form === 'text' ? asText(found) : Buffer.from(found, 'latin1')
  }

  #until(end: string): string {
    const to = this.#bytes.indexOf(end, this.#at)
    if (to === -1 || to - this.#at > 40) throw this.#error(`no "${end}"`)
    const found = this.#bytes.slice(this.#at, to)
    this.#at = to + 1
    return found
  }

  /** Digits up to `end`. Written by hand for speed, since lengths and counts are everywhere. */
  #integer(end: string): number {
    const sign = this.#bytes[this.#at]
    const from = sign === '-' || sign === '+' ? this.#at + 1 : this.#at
    let to = from
    let value = 0
    for (let code = this.#bytes.charCodeAt(to); code >= 48 && code <= 57; code = this.#bytes.charCodeAt(++to)) {
      value = value * 10 + (code - 48)
    }
    if (to === from || to - from > 40 || this.#bytes[to] !== end) throw this.#error(`no integer before "${end}"`)
    this.#at = to + 1
    return sign === '-' ? -value : value
  }

  #float(text: string): number {
    const special: Record<string, number> = {
      NAN: Number.NaN,
      INF: Number.POSITIVE_INFINITY,
      '-INF': Number.NEGATIVE_INFINITY,
    }
    if (Object.hasOwn(special, text)) return special[text]!
    if (text === '' || Number.isNaN(Number(text))) throw this.#error(`"${text}" where a number is expected`)
    return Number(text)
  }

  #expect(character: string): void {
    if (this.#bytes[this.#at] !== character) throw this.#error(`no "${character}"`)
    this.#at++
  }

  #error(problem: string): PhpFormatError {
    return new PhpFormatError(problem, this.#at)
  }
}

/** `\0Class\0name` is a private and `\0*\0name` a protected property. */
const plainName = (name: string): string => (name.startsWith('\0') ? name.slice(name.indexOf('\0', 1) + 1) : name)
