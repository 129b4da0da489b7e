// Image option words in every spelling of the wiki.

import type { MagicWords } from '../../magic/words.ts'
import { trim } from '../../text.ts'

/** In order of precedence for ambiguous text. */
const optionNames = [
  'left',
  'right',
  'center',
  'none',
  'baseline',
  'sub',
  'super',
  'top',
  'text_top',
  'middle',
  'bottom',
  'text_bottom',
  'thumbnail',
  'manualthumb',
  'framed',
  'frameless',
  'upright',
  'border',
  'link',
  'alt',
  'class',
  'width',
  'lang',
] as const

export type OptionName = (typeof optionNames)[number]

/** A parsed option; one without a parameter has a null value. */
interface WrittenOption {
  readonly name: OptionName
  readonly value: string | null
}

interface Spelling {
  readonly name: OptionName
  readonly before: string
  readonly after: string
}

/** Options without and with a value. */
class OptionWords {
  readonly #alone = new Map<string, OptionName>()
  readonly #valued: Spelling[] = []

  constructor(words: MagicWords, names: readonly OptionName[]) {
    for (const name of names) {
      for (const alias of words.aliasesOf(`img_${name}`)) this.#add(name, alias)
    }
  }

  #add(name: OptionName, alias: string): void {
    const place = alias.indexOf('$1')
    if (place >= 0) this.#valued.push({ name, before: alias.slice(0, place), after: alias.slice(place + 2) })
    else if (!this.#alone.has(alias)) this.#alone.set(alias, name)
  }

  find(text: string): WrittenOption | null {
    const alone = this.#alone.get(text)
    if (alone !== undefined) return { name: alone, value: null }
    if (text.includes('\n')) return null
    for (const { name, before, after } of this.#valued) {
      if (text.length >= before.length + after.length && text.startsWith(before) && text.endsWith(after)) {
        return { name, value: trim(text.slice(before.length, text.length - after.length)) }
      }
    }
    return null
  }
}

/** Options in a gallery line. */
const galleryNames = ['link', 'alt', 'lang'] as const

const cache = new WeakMap<MagicWords, { image: OptionWords; gallery: OptionWords }>()

function wordsOf(words: MagicWords) {
  let options = cache.get(words)
  if (!options) {
    options = { image: new OptionWords(words, optionNames), gallery: new OptionWords(words, galleryNames) }
    cache.set(words, options)
  }
  return options
}

/** The option for a text; null when it is a caption. */
export const writtenOption = (words: MagicWords, text: string): WrittenOption | null => wordsOf(words).image.find(text)

export const writtenGalleryOption = (words: MagicWords, text: string): WrittenOption | null =>
  wordsOf(words).gallery.find(text)
