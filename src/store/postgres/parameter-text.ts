/** A parameter as PostgreSQL reads it: bytes as they are, everything else as text. */
export function textOf(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return arrayText(value)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const arrayText = (values: readonly unknown[]): string => `{${values.map(elementText).join()}}`

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return arrayText(value)
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString('hex')}"`
  return `"${String(textOf(value)).replaceAll(/["\\]/g, String.raw`\$&`)}"`
}
