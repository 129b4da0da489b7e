import { nfc } from '#languages/nfc.ts'

/**
 * A language's dictionary order as keys that compare by bytes. JavaScript compares strings by the Unicode Collation
 * Algorithm but exposes no sort keys, so they are built here: the language's collator sorts all characters once, and
 * each gets a rank. A key consists of the ranks of the letters, then those of their accents, then those of their case.
 */
export class UnicodeOrder {
  readonly #ranks: ReadonlyMap<string, readonly Rank[]>
  readonly #pairs: ReadonlySet<string>
  readonly #numeric: boolean

  /** With `numeric`, a run of digits sorts as a number. */
  constructor(locale: string, numeric = false) {
    this.#numeric = numeric
    const { ranks, pairs } = rankCharacters(locale)
    this.#ranks = ranks
    this.#pairs = pairs
  }

  key(text: string): Buffer {
    const letters: number[] = []
    const accents: number[] = []
    const cases: number[] = []
    const add = ({ letter, accent, size }: Rank) => {
      letters.push(letter >> 8, letter & 0xff)
      accents.push(accent)
      cases.push(size)
    }
    const units = this.#units(nfc(text))
    for (let at = 0; at < units.length; at++) {
      const unit = units[at]!
      const number = this.#numeric ? digitsFrom(units, at) : ''
      if (number === '') for (const rank of this.#ranks.get(unit) ?? []) add(rank)
      else {
        // The rank of zero, the number of digits, the digits: longer numbers are larger.
        const [zero] = this.#ranks.get('0')!
        const plain = number.replace(/^0+/, '')
        add(zero!)
        letters.push(Math.min(plain.length, 0xff), ...Buffer.from(plain))
        at += number.length - 1
        continue
      }
      if (!this.#ranks.has(unit)) letters.push(...implicit(unit.codePointAt(0)!))
    }
    return Buffer.from([...letters, 0, 0, ...trimmed(accents), 0, ...trimmed(cases)])
  }

  /** Splits a text into characters, keeping digraphs the language treats as one letter together. */
  #units(text: string): string[] {
    const characters = [...text]
    if (this.#pairs.size === 0) return characters
    const units: string[] = []
    for (let at = 0; at < characters.length; at++) {
      const pair = characters[at]! + (characters[at + 1] ?? '')
      if (this.#pairs.has(pair)) at++
      units.push(this.#pairs.has(pair) ? pair : characters[at]!)
    }
    return units
  }
}

interface Rank {
  readonly letter: number
  /** Rank among variants of the same letter, and among those with the same accent, starting at 1. */
  readonly accent: number
  readonly size: number
}

/** Letters, digits, symbols and spaces up to the Han characters, plus their compatibility forms. */
const RANGES = [
  [0x09, 0x0d],
  [0x20, 0x2e7f],
  [0x3000, 0x33ff],
  [0xa000, 0xabff],
  [0xfb00, 0xfffd],
  [0x10000, 0x1ffff],
] as const
const RANKED = /[\p{L}\p{N}\p{P}\p{S}\p{Z}\s]/u
const IMPLICIT = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Tangut}\p{Script=Nushu}\p{Script=Egyptian_Hieroglyphs}]/u

/** Digraphs that some language treats as one letter, and letters that sort as two. */
const digraphs =
  'aa ch cs cz dd dh dz dž ff gh gj gy hs kj ll lj ly ng nj ny ph rh rr rz sh sz ss th ts ty tz vs xh zh zs'.split(' ')
const expansions: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ĳ: 'ij',
  Ĳ: 'ij',
  ŉ: 'ʼn',
  ǆ: 'dž',
  ǅ: 'dž',
  Ǆ: 'dž',
  ǉ: 'lj',
  ǈ: 'lj',
  Ǉ: 'lj',
  ǌ: 'nj',
  ǋ: 'nj',
  Ǌ: 'nj',
  ǳ: 'dz',
  ǲ: 'dz',
  Ǳ: 'dz',
}

const FIRST_RANK = 0x0101

function rankCharacters(locale: string): { ranks: Map<string, Rank[]>; pairs: Set<string> } {
  const compare = (sensitivity: 'base' | 'accent' | 'variant') => new Intl.Collator(locale, { sensitivity }).compare
  const [sameLetter, sameAccent, whole] = [compare('base'), compare('accent'), compare('variant')]
  const pairs = contractions(sameLetter)
  const units = [...characters(), ...pairs]
  const expanded = units.filter(unit => expansions[unit] !== undefined && sameLetter(unit, expansions[unit]) === 0)
  const single = new Set(expanded)
  const sorted = units.filter(unit => !single.has(unit)).sort((a, b) => whole(a, b) || (a < b ? -1 : 1))
  const ranks = new Map<string, Rank[]>()
  let before: string | undefined
  let rank: Rank = { letter: FIRST_RANK - 1, accent: 1, size: 1 }
  for (const unit of sorted) {
    if (before === undefined || sameLetter(before, unit) !== 0) rank = { letter: rank.letter + 1, accent: 1, size: 1 }
    else if (sameAccent(before, unit) !== 0) rank = { ...rank, accent: Math.min(rank.accent + 1, 0xff), size: 1 }
    else if (whole(before, unit) !== 0) rank = { ...rank, size: Math.min(rank.size + 1, 0xff) }
    before = unit
    ranks.set(unit, [rank])
  }
  for (const unit of expanded)
    ranks.set(
      unit,
      [...expansions[unit]!].map(one => ({ ...ranks.get(one)![0]!, accent: 2 })),
    )
  return { ranks, pairs }
}

function* characters(): Generator<string> {
  for (const [from, to] of RANGES) {
    for (let code = from; code <= to; code++) {
      const character = String.fromCodePoint(code)
      if (RANKED.test(character) && !IMPLICIT.test(character)) yield character
    }
  }
}

/** A pair is a single letter if it sorts after every other pair with the same first letter. */
function contractions(compare: (a: string, b: string) => number): Set<string> {
  const found = new Set<string>()
  for (const pair of digraphs) {
    const [first, second] = [...pair]
    const after = compare(pair, `${first}z`) > 0 && compare(pair, `${first}zz`) > 0
    if (!after || second === 'z') continue
    for (const one of [first!, first!.toUpperCase()])
      for (const other of [second!, second!.toUpperCase()]) found.add(one + other)
  }
  return found
}

/** Unranked characters sort last: Hangul, then Han, then the rest, each by code point. */
function implicit(code: number): number[] {
  const character = String.fromCodePoint(code)
  if (/\p{M}|\p{C}/u.test(character)) return []
  const group = /\p{Script=Hangul}/u.test(character) ? 0xf1 : /\p{Script=Han}/u.test(character) ? 0xf2 : 0xf3
  return [group, code >> 16, (code >> 8) & 0xff, code & 0xff]
}

function digitsFrom(units: readonly string[], from: number): string {
  let end = from
  while (end < units.length && /^[0-9]$/.test(units[end]!)) end++
  return units.slice(from, end).join('')
}

/** Drops trailing default ranks. */
function trimmed(places: number[]): number[] {
  let end = places.length
  while (end > 0 && places[end - 1] === 1) end--
  return places.slice(0, end)
}
