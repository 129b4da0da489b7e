// Parts of results that stay the same for many requests: their JSON is written once.

interface Written {
  compact?: string
  /** The JSON of a long constant as bytes. */
  readonly bytes: { utf8?: Buffer; ascii?: Buffer }
  /** In formatversion 1. */
  version1?: unknown
}

const constants = new WeakMap<object, Written>()

/** Marks a value as final. Only worthwhile for objects that are kept between requests. */
export function constant<T extends object>(value: T): T {
  if (!constants.has(value)) constants.set(value, { bytes: {} })
  return value
}

export const isConstant = (value: object): boolean => constants.has(value)

/** The JSON of a constant without indentation. */
export function constantJson(value: object, write: (value: object) => string): string {
  const written = constants.get(value)!
  written.compact ??= write(value)
  return written.compact
}

/** The JSON of a constant as bytes. `json` is its text, with other characters escaped for ASCII. */
export function constantBytes(value: object, encoding: 'utf8' | 'ascii', json: () => string): Buffer {
  const { bytes } = constants.get(value)!
  bytes[encoding] ??= Buffer.from(json())
  return bytes[encoding]
}

/** A constant in formatversion 1, which is a constant too. */
export function constantVersion1(value: object, convert: (value: object) => unknown): unknown {
  const written = constants.get(value)!
  if (!('version1' in written)) {
    const converted = convert(value)
    written.version1 = typeof converted === 'object' && converted !== null ? constant(converted) : converted
  }
  return written.version1
}
