// IPTC metadata of press agencies, under the names of EXIF.
import { createHash } from 'node:crypto'
import { parseTimestamp } from '../../site/timestamp.ts'

/** Fields of the second record that are used as they are, by number. */
const FIELDS: Readonly<Record<number, string>> = {
  5: 'ObjectName',
  7: 'EditStatus',
  10: 'Urgency',
  15: 'iimCategory',
  20: 'iimSupplementalCategory',
  22: 'FixtureIdentifier',
  25: 'Keywords',
  26: 'LocationDestCode',
  27: 'LocationDest',
  40: 'SpecialInstructions',
  75: 'ObjectCycle',
  90: 'CityDest',
  92: 'SublocationDest',
  95: 'ProvinceOrStateDest',
  100: 'CountryCodeDest',
  101: 'CountryDest',
  103: 'OriginalTransmissionRef',
  105: 'Headline',
  110: 'Credit',
  115: 'Source',
  116: 'Copyright',
  118: 'Contact',
  120: 'ImageDescription',
  122: 'Writer',
  135: 'LanguageCode',
}
/** Date fields, with the number of the matching time field. */
const DATES: Readonly<Record<number, readonly [name: string, time: number]>> = {
  55: ['DateTimeOriginal', 60],
  62: ['DateTimeDigitized', 63],
  30: ['DateTimeReleased', 35],
  37: ['DateTimeExpires', 38],
}
const [VERSION, GENRE, SUBJECT, PROGRAM, PROGRAM_VERSION, AUTHOR, AUTHOR_TITLE] = [0, 4, 12, 65, 70, 80, 85] as const

/** Text encodings by escape sequence; others are not supported. */
const ENCODINGS: Readonly<Record<string, string>> = {
  '\x1b%G': 'utf-8',
  '\x1b(B': 'utf-8',
  '\x1b(@': 'utf-8',
  '\x1b.A': 'windows-1252',
  '\x1b-A': 'windows-1252',
}

export interface IptcFacts {
  readonly said: Readonly<Record<string, unknown>>
  /** Whether IPTC was changed after XMP, by a program that does not support XMP. */
  readonly isNewer: boolean
}

/** Parses a Photoshop block; empty when there is none. */
export function readIptc(block: Buffer): IptcFacts {
  const fields = fieldsOf(block)
  const [announced] = fields.get('1#90') ?? []
  const encoding = announced && ENCODINGS[announced.toString('latin1')]
  if (announced && encoding === undefined) return { said: {}, isNewer: false }
  return { said: new IptcReader(fields, encoding).read(), isNewer: isChangedSince(block) }
}

/** Values by record and number, in file order. */
function fieldsOf(block: Buffer): Map<string, Buffer[]> {
  const fields = new Map<string, Buffer[]>()
  let at = 0
  while (at + 1 < block.length && !(block[at] === 0x1c && (block[at + 1] === 1 || block[at + 1] === 2))) at++
  while (at + 5 <= block.length && block[at] === 0x1c) {
    const key = `${block[at + 1]}#${block[at + 2]}`
    const isLong = (block[at + 3]! & 0x80) !== 0
    if (isLong && at + 9 > block.length) break
    const length = isLong ? block.readUInt32BE(at + 5) : block.readUInt16BE(at + 3)
    at += isLong ? 9 : 5
    if (at + length > block.length) break
    const values = fields.get(key) ?? []
    values.push(block.subarray(at, at + length))
    fields.set(key, values)
    at += length
  }
  return fields
}

class IptcReader {
  readonly #fields: ReadonlyMap<string, readonly Buffer[]>
  readonly #encoding: string | undefined
  readonly #said: Record<string, unknown> = {}

  constructor(fields: ReadonlyMap<string, readonly Buffer[]>, encoding: string | undefined) {
    this.#fields = fields
    this.#encoding = encoding
  }

  read(): Record<string, unknown> {
    for (const [key, values] of this.#fields)
      if (key.startsWith('2#') && !/^[ \t\n\r\0\v]*$/.test(values[0]!.toString('latin1')))
        this.#field(Number(key.slice(2)), values)
    return this.#said
  }

  #texts(number: number): string[] {
    return (this.#fields.get(`2#${number}`) ?? []).map(value => this.#text(value))
  }

  #text(value: Buffer): string {
    if (this.#encoding !== undefined) return new TextDecoder(this.#encoding).decode(value).trim()
    const text = value.toString()
    return text.includes('\ufffd') ? new TextDecoder('windows-1252').decode(value).trim() : text
  }

  #field(number: number, values: readonly Buffer[]): void {
    const name = FIELDS[number]
    const date = DATES[number]
    if (name !== undefined) this.#said[name] = this.#texts(number)
    else if (date) this.#date(number, date)
    else if (number === AUTHOR) this.#authors()
    else if (number === PROGRAM) this.#program()
    else if (number === VERSION && values[0]!.length === 2) this.#said.iimVersion = values[0]!.readUInt16BE(0)
    else if (number === GENRE) {
      const [genre = ''] = this.#texts(number)
      if (genre.length >= 5) this.#said.IntellectualGenre = genre.slice(4)
    } else if (number === SUBJECT) this.#subjects()
  }

  #authors(): void {
    const titles = this.#texts(AUTHOR_TITLE)
    this.#said.Artist = this.#texts(AUTHOR).map((name, index) =>
      titles[index] === undefined ? name : `${titles[index]}, ${name}`,
    )
  }

  #program(): void {
    const programs = this.#texts(PROGRAM)
    const [version] = this.#texts(PROGRAM_VERSION)
    if (programs.length === 1) this.#said.Software = version === undefined ? programs : [[programs[0], version]]
  }

  #subjects(): void {
    for (const code of this.#texts(SUBJECT)) {
      const [kind, number] = code.split(':')
      if (kind !== 'IPTC' || number === undefined) return
      this.#said.SubjectNewsCode = number
    }
  }

  #date(number: number, [name, timeNumber]: readonly [string, number]): void {
    const dates = this.#texts(number)
    const times = this.#texts(timeNumber)
    const time = times.length === 1 ? times[0]! : '000000+0000'
    const [date = ''] = dates
    const isUsable = dates.length === 1 && /\d{6}[-+]\d{4}/.test(time) && /\d{8}/.test(date)
    if (!isUsable || /^0000|^.{4}00|^.{6}00/.test(date)) return
    const at = parseTimestamp(`${date}${time.slice(0, 6)}`)
    if (at === null || at === undefined) return
    const ahead = (Number(time.slice(7, 9)) * 60 + Number(time.slice(9, 11))) * (time[6] === '-' ? -60 : 60)
    const shown = new Date((at + ahead) * 1000).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', ':')
    this.#said[name] = times.length === 1 ? shown : shown.slice(0, 10)
  }
}

const TEXTS = 0x0404
const DIGEST = 0x0425

/** Programs that support XMP store a digest of the IPTC data when they write. */
function isChangedSince(block: Buffer): boolean {
  let digest = ''
  let noted = ''
  for (let at = 14; at + 12 <= block.length; ) {
    const isPart = block.toString('latin1', at, at + 4) === '8BIM'
    const id = block.readUInt16BE(at + 4)
    const name = block[at + 6]! + 1
    at += 6 + name + (name % 2)
    if (at + 4 > block.length) return false
    const length = block.readUInt32BE(at)
    at += 4
    if (at + length > block.length) return false
    const data = block.subarray(at, at + length)
    if (isPart && id === TEXTS) digest = createHash('md5').update(data).digest('hex')
    if (isPart && id === DIGEST) noted = data.toString('hex')
    at += length + (length % 2)
  }
  return digest !== '' && noted !== '' && digest !== noted
}
