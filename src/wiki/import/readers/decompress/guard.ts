import { DumpError } from '../dump-error.ts'

export interface BombLimits {
  /** Maximum number of decompressed bytes. */
  readonly maxBytes?: number
  /** Maximum compression ratio, checked once `ratioFrom` bytes were produced. */
  readonly maxRatio?: number
  readonly ratioFrom?: number
}

/** Real dumps stay below about 100 (full history in xz); a gzip bomb reaches 1,000, a bzip2 bomb a million. */
const DEFAULT_MAX_RATIO = 250
const DEFAULT_RATIO_FROM = 64 * 1024 * 1024

/** Returns a check to call with both counts after each piece of output. */
export function bombGuard(file: string, limits: BombLimits): (consumed: number, produced: number) => void {
  const maxBytes = limits.maxBytes ?? Number.POSITIVE_INFINITY
  const maxRatio = limits.maxRatio ?? DEFAULT_MAX_RATIO
  const ratioFrom = limits.ratioFrom ?? DEFAULT_RATIO_FROM
  return (consumed, produced) => {
    if (produced > maxBytes) {
      throw new DumpError(`decompresses to more than the ${maxBytes} bytes allowed`, { file, position: consumed })
    }
    if (produced > ratioFrom && produced > consumed * maxRatio) {
      throw new DumpError(
        `decompresses to ${produced} bytes from ${consumed}, more than ${maxRatio} to 1: refused as a decompression bomb`,
        { file, position: consumed },
      )
    }
  }
}
