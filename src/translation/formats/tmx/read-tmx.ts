// Translation memories of other programs: Translation Memory eXchange.

import { SaxesParser } from 'saxes'
import { breathe } from '#store/turn.ts'
import type { ParseOptions } from '../format.ts'
import { FormatError } from '../format-error.ts'

/** A text in several languages, in the order of the file; codes are as in the file. */
export interface TmxUnit {
  readonly texts: ReadonlyMap<string, string>
  /** The language of the original, if the file says so. */
  readonly source: string | undefined
}

export const NOT_TMX = 'expected <tmx>'

const MAX_UNITS = 1_000_000

/** `*all*` means that any language may be the original. */
const sourceIn = ({ srclang = '' }: Readonly<Record<string, string>>): string | undefined =>
  srclang === '' || srclang === '*all*' ? undefined : srclang

/** UTF-16 has a byte order mark; everything else is UTF-8. */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

/** Whether a file looks like XML. */
export const isXml = (content: Buffer): boolean =>
  encodingOf(content) !== 'utf-8' || /^\ufeff?\s*</.test(content.subarray(0, 100).toString('utf8'))

/** Collects translation units while the parser reads. */
class Units {
  readonly units: TmxUnit[] = []
  readonly #most: number
  #general: string | undefined
  #source: string | undefined
  #texts = new Map<string, string>()
  /** The language of the open variant; null if it is not needed. */
  #language: string | null = null
  #isInSegment = false
  #path = 0

  constructor(most: number) {
    this.#most = most
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (this.#path++ === 0 && name !== 'tmx') throw new FormatError(NOT_TMX)
    if (name === 'header') this.#general = sourceIn(attributes)
    else if (name === 'tu') {
      if (this.units.length >= this.#most) throw new FormatError(`the file has more than ${this.#most} strings`)
      this.#texts = new Map()
      // A unit can allow every language where the file has one.
      this.#source = attributes.srclang === undefined ? this.#general : sourceIn(attributes)
    } else if (name === 'tuv') {
      const code = attributes['xml:lang'] ?? attributes.lang ?? ''
      this.#language = code === '' || this.#texts.has(code) ? null : code
    } else if (name === 'seg' && this.#language !== null) {
      this.#isInSegment = true
      this.#texts.set(this.#language, '')
    }
  }

  /** Text of inline elements counts as well: it is the markup of the original. */
  text(text: string): void {
    if (this.#isInSegment) this.#texts.set(this.#language!, this.#texts.get(this.#language!)! + text)
  }

  close(name: string): void {
    this.#path--
    if (name === 'seg') this.#isInSegment = false
    else if (name === 'tuv') this.#language = null
    else if (name === 'tu') this.units.push({ texts: this.#texts, source: this.#source })
  }
}

const CHUNK = 128 * 1024

/** Parses TMX in portions, so that a large file does not hold up other requests. Entities are not expanded. */
export async function readTmx(content: Uint8Array, { maxUnits = MAX_UNITS }: ParseOptions = {}): Promise<TmxUnit[]> {
  const units = new Units(maxUnits)
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw new FormatError(`invalid XML: ${error.message.slice(0, 200)}`)
  })
  parser.on('opentag', ({ name, attributes }) => units.open(name, attributes as Record<string, string>))
  parser.on('text', text => units.text(text))
  parser.on('cdata', text => units.text(text))
  parser.on('closetag', ({ name }) => units.close(name))
  const decoder = new TextDecoder(encodingOf(content), { fatal: true })
  try {
    for (let at = 0; at < content.length; at += CHUNK) {
      parser.write(decoder.decode(content.subarray(at, at + CHUNK), { stream: true }))
      await breathe()
    }
    parser.write(decoder.decode()).close()
  } catch (error) {
    if (error instanceof TypeError) throw new FormatError('not valid XML in UTF-8 or UTF-16')
    throw error
  }
  return units.units
}
