import { numberFormat } from '#languages/number-format.ts'
import { upperCase } from '../site/letter-case.ts'
import type { Site } from '../site/site.ts'
import { UnicodeOrder } from './collations/unicode-order.ts'

/** The sort order of category members (`$wgCategoryCollation`). */
export interface Collation {
  /** Stored beside the keys it generated. */
  readonly name: string
  key(text: string): Buffer
}

/** The collation a wiki declares; an unknown one falls back to MediaWiki's default, "uppercase". */
export function collationOf({ info, language }: Site): Collation {
  const name = String(info.general.categorycollation ?? 'uppercase')
  const cached = collations.get(`${name} ${language}`)
  if (cached !== undefined) return cached
  const collation = makeCollation(name, language)
  collations.set(`${name} ${language}`, collation)
  return collation
}

const collations = new Map<string, Collation>()

function makeCollation(name: string, language: string): Collation {
  const dictionary = /^(?:xx-)?uca-(.+?)(-u-kn(?:-true)?)?$/.exec(name)
  if (dictionary !== null) {
    const order = new UnicodeOrder(localeOf(dictionary[1]!), dictionary[2] !== undefined)
    // Same order as MediaWiki's keys of this name, but different bytes: the two must not be mixed.
    return { name: `${name} (Parlance)`, key: text => order.key(text) }
  }
  if (name === 'identity') return { name, key: text => Buffer.from(text) }
  if (name === 'numeric') return { name, key: numericKey(language) }
  return { name: 'uppercase', key: text => Buffer.from(upperCase(text)) }
}

/** The locale to sort by, or the root locale when it is not supported. */
function localeOf(tag: string): string {
  try {
    return Intl.Collator.supportedLocalesOf(tag)[0] ?? 'und'
  } catch {
    return 'und'
  }
}

/** A run of digits becomes "0", its length in two bytes, and the digits: longer numbers sort later. */
function numericKey(language: string): (text: string) => Buffer {
  const own = [...(numberFormat(language).digits ?? '')]
  const plainDigits = (text: string): string =>
    own.length === 0 ? text : [...text].map(one => (own.includes(one) ? String(own.indexOf(one)) : one)).join('')
  return text => {
    const parts = plainDigits(upperCase(text)).split(/(\d+)/)
    return Buffer.concat(
      parts.map((part, index) => {
        if (index % 2 === 0) return Buffer.from(part)
        const number = part.replace(/^0+/, '')
        return Buffer.from([0x30, number.length >> 8, number.length & 0xff, ...Buffer.from(number)])
      }),
    )
  }
}

/** The sort key of a category member: its sort prefix, if any, then its title. */
export const memberKey = ({ key }: Collation, prefix: string, title: string): Buffer =>
  key(prefix === '' ? title : `${prefix}\n${title}`)
