declare global {
  // Supported by Node but not yet in TypeScript's library.
  interface JSON {
    rawJSON(text: string): RawJson
    isRawJSON(value: unknown): boolean
  }
}

/** A number with fixed digits: JSON.stringify writes `rawJSON` unchanged. */
export interface RawJson {
  readonly rawJSON: string
}

/** A percentage in JSON: `50.0`, not `50`, because clients print the value as they receive it. */
export const oneDecimal = (value: number): RawJson => JSON.rawJSON(value.toFixed(1))

/** A 64-bit integer from text, since a JavaScript number would lose its last digits. */
export const bigInteger = (digits: string): RawJson => JSON.rawJSON(/^-?(0|[1-9]\d*)$/.test(digits) ? digits : '0')

export const isRawJson = (value: unknown): value is RawJson => JSON.isRawJSON(value)

/** Parses JSON that will be written again: numbers keep their exact digits. */
export const fromJson = (text: string): unknown =>
  JSON.parse(text, (_: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' && context?.source !== undefined ? JSON.rawJSON(context.source) : value,
  )

/** Compact JSON. U+2028 and U+2029 are escaped: they are legal in JSON but end a line in older JavaScript. */
export function toJson(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, null, indent) ?? 'null'
  return text.replace(/[\u2028\u2029]/g, c => (c === '\u2028' ? '\\u2028' : '\\u2029'))
}
