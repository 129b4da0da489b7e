import { isUtf8 } from 'node:buffer'

/** Why XML is not well-formed, and where: an index into the given bytes. */
export class CharacterProblem extends Error {
  readonly index: number

  constructor(message: string, index: number) {
    super(message)
    this.index = index
  }
}

const AMPERSAND = 0x26
const SEMICOLON = 0x3b
const RETURN = 0x0d
const NEWLINE = 0x0a

/** Bytes that need a closer look: references, line ends, "]]>", control characters, and the lead byte of U+FFFE. */
const special = new Uint8Array(256)
for (let byte = 0; byte < 0x20; byte++) if (byte !== 0x09 && byte !== NEWLINE) special[byte] = 1
special[AMPERSAND] = 1
special[0x3e] = 1
special[0xef] = 1

const named: Record<string, number> = { lt: 0x3c, gt: 0x3e, amp: AMPERSAND, quot: 0x22, apos: 0x27 }

/** The longest meaningful reference: `&#x10FFFF;`, with room for leading zeros. */
const MAX_REFERENCE = 16

/** Character data as a string. */
export function decodeString(bytes: Buffer, from: number, to: number): string {
  if (isPlainAscii(bytes, from, to)) return bytes.toString('latin1', from, to)
  return decodeBytes(bytes, from, to).toString()
}

function isPlainAscii(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!
    if (byte > 0x7f || special[byte] === 1) return false
  }
  return true
}

/** The content of a CDATA section, where "&" is literal. */
export function decodeCdata(bytes: Buffer, from: number, to: number): string {
  const at = bytes.subarray(from, to).findIndex(byte => byte < 0x20 && special[byte] === 1 && byte !== RETURN)
  if (at !== -1) check(bytes, from + at, from, to)
  if (!isUtf8(bytes.subarray(from, to))) throw notUtf8(bytes, from, to)
  return bytes.toString('utf8', from, to).replace(/\r\n?/g, '\n')
}

/** Character data with references resolved and line ends normalized, as UTF-8 in a new buffer. */
export function decodeBytes(bytes: Buffer, from: number, to: number): Buffer {
  const plain = plainLength(bytes, from, to)
  const out = Buffer.allocUnsafe(to - from)
  bytes.copy(out, 0, from, plain)
  let at = plain
  let length = plain - from
  while (at < to) {
    const byte = bytes[at]!
    if (special[byte] === 0) {
      out[length++] = byte
      at++
    } else if (byte === AMPERSAND) {
      const end = referenceEnd(bytes, at, to)
      const code = commonReference(bytes, at, end)
      if (code !== 0) out[length++] = code
      else length = writeCodePoint(out, length, codePointOf(bytes.toString('latin1', at + 1, end), at))
      at = end + 1
    } else if (byte === RETURN) {
      out[length++] = NEWLINE
      at += bytes[at + 1] === NEWLINE && at + 1 < to ? 2 : 1
    } else {
      check(bytes, at, from, to)
      out[length++] = byte
      at++
    }
  }
  const decoded = out.subarray(0, length)
  if (!isUtf8(decoded)) throw notUtf8(bytes, from, to)
  return decoded
}

/** Index of the first byte that must be converted. */
function plainLength(bytes: Buffer, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const byte = bytes[at]!
    if (special[byte] === 0) continue
    if (byte === AMPERSAND || byte === RETURN) return at
    check(bytes, at, from, to)
  }
  return to
}

function check(bytes: Buffer, at: number, from: number, to: number): void {
  const byte = bytes[at]!
  if (byte < 0x20) throw new CharacterProblem(`control character U+${hex(byte)} is not allowed in XML`, at)
  if (byte === 0x3e && at - from >= 2 && bytes[at - 1] === 0x5d && bytes[at - 2] === 0x5d) {
    throw new CharacterProblem('"]]>" outside a CDATA section', at)
  }
  if (byte === 0xef && at + 2 < to && bytes[at + 1] === 0xbf && bytes[at + 2]! >= 0xbe) {
    throw new CharacterProblem(`U+FFF${hex(bytes[at + 2]! - 0xb0).at(-1)} is not allowed in XML`, at)
  }
}

function referenceEnd(bytes: Buffer, at: number, to: number): number {
  const last = Math.min(to, at + MAX_REFERENCE)
  for (let end = at + 2; end < last; end++) if (bytes[end] === SEMICOLON) return end
  throw new CharacterProblem('"&" without ";"', at)
}

/** The four references that every exporter writes, by their bytes; wikitext is full of them. */
function commonReference(bytes: Buffer, at: number, end: number): number {
  const first = bytes[at + 1]!
  switch (end - at) {
    case 3:
      return bytes[at + 2] === 0x74 ? (first === 0x6c ? 0x3c : first === 0x67 ? 0x3e : 0) : 0
    case 4:
      return first === 0x61 && bytes[at + 2] === 0x6d && bytes[at + 3] === 0x70 ? AMPERSAND : 0
    case 5:
      return first === 0x71 && bytes[at + 2] === 0x75 && bytes[at + 3] === 0x6f && bytes[at + 4] === 0x74 ? 0x22 : 0
    default:
      return 0
  }
}

function codePointOf(reference: string, at: number): number {
  if (!reference.startsWith('#')) {
    const code = Object.hasOwn(named, reference) ? named[reference] : undefined
    if (code === undefined) throw new CharacterProblem(`unknown entity "&${reference};"`, at)
    return code
  }
  const digits = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/.exec(reference)
  if (digits === null) throw new CharacterProblem(`malformed reference "&${reference};"`, at)
  const code = digits[1] === undefined ? Number.parseInt(digits[2]!, 10) : Number.parseInt(digits[1], 16)
  if (!isXmlCharacter(code)) throw new CharacterProblem(`"&${reference};" is not a character of XML`, at)
  return code
}

function isXmlCharacter(code: number): boolean {
  if (code < 0x20) return code === 0x09 || code === NEWLINE || code === RETURN
  return code <= 0xd7ff || (code >= 0xe000 && code <= 0xfffd) || (code >= 0x10000 && code <= 0x10ffff)
}

/** A reference is never shorter than its character, so there is always room. */
function writeCodePoint(out: Buffer, length: number, code: number): number {
  if (code < 0x80) {
    out[length] = code
    return length + 1
  }
  return length + out.write(String.fromCodePoint(code), length)
}

function notUtf8(bytes: Buffer, from: number, to: number): CharacterProblem {
  // Binary search for the position; a cut inside a character shifts it by a few bytes at most.
  let good = from
  let bad = to
  while (bad - good > 8) {
    const middle = (good + bad) >> 1
    let edge = middle
    while (edge > good && (bytes[edge]! & 0xc0) === 0x80 && middle - edge < 4) edge--
    if (isUtf8(bytes.subarray(good, edge)) && edge > good) good = edge
    else bad = middle
  }
  return new CharacterProblem('bytes that are not UTF-8', good)
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(4, '0')
}
