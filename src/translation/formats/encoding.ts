// Lossless decoding and encoding: decoded text encodes to the same bytes. Invalid text is rejected, because replacement
// characters would silently destroy it.

import { defaultMaxBytes, type ParseOptions } from './format.ts'
import { FormatError } from './format-error.ts'

export interface Decoded {
  readonly text: string
  readonly encoding: string
  readonly byteOrderMark: boolean
  /** Whether only the bytes tell that this is not UTF-8. */
  readonly isGuess?: boolean
}

export function decode(
  bytes: Uint8Array,
  options: Pick<ParseOptions, 'maxBytes' | 'encoding'> = {},
  declared = 'utf-8',
): Decoded {
  const limit = options.maxBytes ?? defaultMaxBytes
  if (bytes.length > limit) throw new FormatError(`the file has ${bytes.length} bytes, the limit is ${limit}`)
  if (Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 6)).toString('latin1') === 'bplist')
    throw new FormatError('the file is a binary property list; use the text from which it was made')
  const marked = byteOrderMarkOf(bytes)
  const encoding = marked?.encoding ?? (options.encoding ?? declared).toLowerCase()
  const body = marked === undefined ? bytes : bytes.subarray(marked.length)
  return { text: decodeBody(body, encoding), encoding, byteOrderMark: marked !== undefined }
}

/** Decodes a file of a format that does not declare its encoding. `legacy` is the one that old files have. */
export function decodeUtf8Or(
  legacy: string,
  bytes: Uint8Array,
  options: Pick<ParseOptions, 'maxBytes' | 'encoding'> = {},
): Decoded {
  if (looksLikeUtf8(bytes)) return decode(bytes, options)
  return { ...decode(bytes, options, legacy), isGuess: options.encoding === undefined }
}

/** Encodes a changed text so that it will be read as this text again. */
export function encodeChanged(text: string, decoded: Omit<Decoded, 'text'>): Uint8Array {
  const bytes = encode(text, decoded)
  // The change may have removed the bytes that told the encoding from UTF-8.
  return decoded.isGuess && looksLikeUtf8(bytes) ? Buffer.from(text) : bytes
}

export function encode(text: string, { encoding, byteOrderMark }: Omit<Decoded, 'text'>): Uint8Array {
  const lone = loneSurrogate(text)
  if (lone !== -1) throw new FormatError('the text contains an unpaired surrogate, which no encoding can write')
  const marked = byteOrderMark ? `\uFEFF${text}` : text
  if (encoding === 'utf-8' || encoding === 'utf8') return Buffer.from(marked, 'utf8')
  if (encoding === 'utf-16le') return Buffer.from(marked, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(marked, 'utf16le').swap16()
  return encodeSingleByte(text, encoding)
}

/** Whether every character of a text has a byte in its encoding. */
export function canEncode(text: string, { encoding }: Omit<Decoded, 'text'>): boolean {
  if (unicode.has(encoding)) return true
  const table = singleByteTable(encoding)
  if (table === undefined) return false
  const characters = new Set(table)
  characters.delete('\uFFFD')
  for (let i = 0; i < text.length; i++) if (!characters.has(text[i]!)) return false
  return true
}

function byteOrderMarkOf(bytes: Uint8Array): { encoding: string; length: number } | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', length: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', length: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', length: 2 }
  return undefined
}

function decodeBody(bytes: Uint8Array, encoding: string): string {
  if (!unicode.has(encoding)) return decodeSingleByte(bytes, encoding)
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new FormatError(`the file is not valid ${encoding.toUpperCase()}`, { line: lineOfBadBytes(bytes, encoding) })
  }
}

const unicode = new Set(['utf-8', 'utf8', 'utf-16le', 'utf-16be'])

function decodeSingleByte(bytes: Uint8Array, encoding: string): string {
  const table = singleByteTable(encoding)
  if (table === undefined) {
    throw new FormatError(`the encoding "${shortened(encoding)}" is not supported; convert the file to UTF-8`)
  }
  if (encoding === 'iso-8859-1') return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  const undefinedByte = bytes.findIndex(byte => (table[byte] ?? '\uFFFD') === '\uFFFD')
  if (undefinedByte !== -1) {
    const line = bytes.subarray(0, undefinedByte).filter(byte => byte === 0x0a).length + 1
    throw new FormatError(`the file is not valid ${encoding.toUpperCase()}`, { line })
  }
  return Array.from(bytes, byte => table[byte]).join('')
}

function shortened(name: string): string {
  return name.length > 40 ? `${name.slice(0, 39)}…` : name
}

// For UTF-8, the first line that does not decode, by binary search.
function lineOfBadBytes(bytes: Uint8Array, encoding: string): number | undefined {
  if (!encoding.startsWith('utf-8') && encoding !== 'utf8') return undefined
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true })
      good = middle
    } catch {
      bad = middle
    }
  }
  let line = 1
  for (let i = 0; i < good; i++) if (bytes[i] === 0x0a) line++
  return line
}

const tables = new Map<string, string>()

// The 256 characters of an encoding with one byte per character; undefined if it is unknown or has longer sequences.
function singleByteTable(encoding: string): string | undefined {
  const cached = tables.get(encoding)
  if (cached !== undefined) return cached
  const table = readTable(encoding)
  // Only existing encodings are cached, so that names in malicious files cannot fill the memory.
  if (table !== undefined) tables.set(encoding, table)
  return table
}

const singleByteNames = /^(windows-125\d|windows-874|iso-8859-\d+(-i)?|koi8-[ru]|ibm866|macintosh|x-mac-cyrillic)$/

function readTable(encoding: string): string | undefined {
  // The Encoding Standard maps these two labels to windows-1252, which is not what such files mean.
  if (encoding === 'iso-8859-1') return String.fromCharCode(...Array(256).keys())
  if (encoding === 'ascii' || encoding === 'us-ascii') return String.fromCharCode(...Array(128).keys())
  try {
    const decoder = new TextDecoder(encoding, { ignoreBOM: true })
    if (!singleByteNames.test(decoder.encoding)) return undefined
    return Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte))).join('')
  } catch {
    return undefined
  }
}

function encodeSingleByte(text: string, encoding: string): Uint8Array {
  const table = singleByteTable(encoding)
  if (table === undefined) throw new FormatError(`the encoding "${encoding}" is not supported`)
  const byteOf = new Map(Array.from(table, (character, byte) => [character, byte]))
  byteOf.delete('\uFFFD')
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) {
    const byte = byteOf.get(text[i]!)
    if (byte === undefined) {
      const code = text.codePointAt(i)!.toString(16).toUpperCase().padStart(4, '0')
      throw new FormatError(`the character U+${code} cannot be written in ${encoding}; convert the file to UTF-8`)
    }
    bytes[i] = byte
  }
  return bytes
}

// ISO-8859-1 text is hardly ever valid UTF-8. A file that mostly is UTF-8 is damaged, and not treated as ISO-8859-1.
function looksLikeUtf8(bytes: Uint8Array): boolean {
  const beyondAscii = new TextDecoder('utf-8').decode(bytes).replace(/[\x00-\x7f]+/g, '')
  const broken = beyondAscii.split('\uFFFD').length - 1
  return broken === 0 || beyondAscii.length - broken > broken
}

export function loneSurrogate(text: string): number {
  return text.isWellFormed() ? -1 : text.search(/\p{Surrogate}/u)
}

// The line ending for new lines: that of the file's first line, or the fallback.
export function newlineOf(text: string, fallback = '\n'): string {
  const at = text.indexOf('\n')
  if (at === -1) return fallback
  return text[at - 1] === '\r' ? '\r\n' : '\n'
}
