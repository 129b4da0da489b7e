// How placeholders are written in texts for a service, so that it leaves them alone, and how they are found in its
// answer. Services change spaces, letter case, brackets and digits around marks they do not know.

/** Text and numbers of placeholders, in turn: `['Hello ', 1, '!']`. */
export type Piece = string | number

export interface Notation {
  /** The mark for a placeholder with this number. */
  mark(number: number, original: string): string
  /** Text between marks, as the service expects it. */
  encode(text: string): string
  decode(text: string): string
  /** Finds the marks in an answer. The first group is the number. */
  readonly marks: RegExp
  /** Parts of plain text that the service would change: white space in HTML, or text that looks like a mark. */
  readonly fragile: RegExp | null
}

/** First digits of scripts that services use in translations. */
const ZEROS = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10]
const DIGITS = `[${ZEROS.map(zero => `${String.fromCodePoint(zero)}-${String.fromCodePoint(zero + 9)}`).join('')}]{1,4}`
const MARK = String.raw`[[［【〔]\s{0,3}[xх×]\s{0,3}(${DIGITS})\s{0,3}[xх×]\s{0,3}[\]］】〕]`

/** For services without a notation of their own: `[X1X]`. */
export const plainNotation: Notation = {
  mark: number => `[X${number}X]`,
  encode: text => text,
  decode: text => text,
  marks: new RegExp(MARK, 'giu'),
  fragile: new RegExp(MARK, 'giu'),
}

/** XML elements that the service must leave alone: `<x id="1"/>`. */
export const xmlNotation: Notation = {
  mark: number => `<x id="${number}"/>`,
  encode: text => encodeEntities(text),
  decode: text => decodeEntities(text),
  marks: new RegExp(
    String.raw`<\s{0,3}x\s{1,3}id\s{0,3}=\s{0,3}["'“”„«»]?\s{0,3}(${DIGITS})\s{0,3}["'“”„«»]?\s{0,3}\/?\s{0,3}>(?:\s{0,3}<\s{0,3}\/\s{0,3}x\s{0,3}>)?`,
    'giu',
  ),
  fragile: null,
}

/** HTML with elements that are not translated. Services see the placeholder, which helps them to order words. */
export const htmlNotation: Notation = {
  mark: (number, original) =>
    `<span translate="no" class="notranslate" id="p${number}">${encodeEntities(original)}</span>`,
  encode: text => encodeEntities(text),
  decode: text => decodeEntities(text),
  marks: new RegExp(
    String.raw`<\s{0,3}span\s[^<>]{0,100}?\bid\s{0,3}=\s{0,3}["'“”„«»]?\s{0,3}p\s{0,3}(${DIGITS})\s{0,3}["'“”„«»]?[^<>]{0,100}>[^<]*<\s{0,3}\/\s{0,3}span\s{0,3}>`,
    'giu',
  ),
  // HTML joins white space.
  fragile: /\s*\n\s*|\s{2,}/g,
}

/** An answer in pieces of text and placeholder numbers. */
export function piecesOf(answer: string, { marks, decode }: Notation): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of answer.matchAll(marks)) {
    pieces.push(decode(answer.slice(at, match.index)), numberFrom(match[1]!))
    at = match.index + match[0].length
  }
  pieces.push(decode(answer.slice(at)))
  return pieces
}

const numberFrom = (digits: string): number =>
  Array.from(digits, digit => {
    const code = digit.codePointAt(0)!
    return code - ZEROS.find(zero => code >= zero && code < zero + 10)!
  }).reduce((sum, digit) => sum * 10 + digit, 0)

const encodeEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

const decodeEntities = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()]!
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
  })
