export type Compression = 'none' | 'gzip' | 'bzip2' | 'xz' | 'zstd'

/** Length of the longest magic number. */
export const MAGIC_LENGTH = 10

const XZ_MAGIC = Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00])
const ZSTD_MAGIC = 0xfd2fb528
const BZIP2_BLOCK = 0x314159265359
const BZIP2_END = 0x177245385090

/** Detects compression from the first bytes of a file. Ignores the name, because mirrors rename files. */
export function compressionOf(head: Buffer): Compression {
  if (head.length >= 3 && head[0] === 0x1f && head[1] === 0x8b && head[2] === 8) return 'gzip'
  if (isBzip2(head)) return 'bzip2'
  if (head.length >= 6 && head.subarray(0, 6).equals(XZ_MAGIC)) return 'xz'
  if (head.length >= 4 && isZstd(head.readUInt32LE(0))) return 'zstd'
  return 'none'
}

/** "BZh" alone could be text, so the block marker after it is checked too. */
function isBzip2(head: Buffer): boolean {
  if (head.length < 10 || head.toString('latin1', 0, 3) !== 'BZh') return false
  const level = head[3]!
  if (level < 0x31 || level > 0x39) return false
  const first = head.readUIntBE(4, 6)
  return first === BZIP2_BLOCK || first === BZIP2_END
}

/** A file may also start with a skippable frame, as written by parallel compressors. */
function isZstd(word: number): boolean {
  return word === ZSTD_MAGIC || (word & 0xfffffff0) >>> 0 === 0x184d2a50
}

/** Formats that are detected only to reject them with helpful advice. */
export function refusedArchive(head: Buffer): string | undefined {
  if (head.length >= 6 && head.toString('latin1', 0, 6) === '7z\xbc\xaf\x27\x1c') {
    return 'is a 7-Zip archive, which is not supported; extract it first (7z x)'
  }
  if (head.length >= 4 && head.readUInt32LE(0) === 0x04034b50) {
    return 'is a ZIP archive, which is not supported; extract it first (unzip)'
  }
  return undefined
}
