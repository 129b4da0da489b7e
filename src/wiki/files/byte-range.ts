export interface ByteRange {
  readonly start: number
  /** The last byte, itself included. */
  readonly end: number
}

/** Reads `bytes=0-499`. Null for the whole file, also where a header asks for what is not worth serving; or 'none'. */
export function byteRange(header: string | undefined, size: number): ByteRange | null | 'none' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first, last] = match as unknown as [string, string, string]
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start >= size || start > end ? 'none' : { start, end }
}
