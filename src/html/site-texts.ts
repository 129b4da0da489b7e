import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Html, html, type Piece } from './html.ts'
import { nearestLanguage } from './nearest-language.ts'
import { SECTIONS, type Section, SOURCE_TEXTS, type SourceText, type TextKey } from './texts/index.ts'

/** A text in one language, by plural category if it has plural forms. */
export type Text = string | Readonly<Record<string, string>>

/** Values for `{{name}}` placeholders. `count` also selects the plural form. */
export type Values = Readonly<Record<string, string | number>>

/** Looks up interface texts in one language. */
export interface Translator {
  (key: TextKey, values?: Values): string
  /** The same, with HTML values. */
  html(key: TextKey, values: Readonly<Record<string, Piece>>): Html
  readonly language: string
  /** All texts of these sections, for browser scripts. */
  section(...names: Section[]): Record<string, Text>
}

/** Where translations made on this site come from. They replace the texts of a language with `SiteTexts.replace`. */
interface OwnTexts {
  /** Loads what has changed since the last call. */
  freshen(): Promise<void>
  /** Loads a language before its first use. */
  load(language: string): Promise<void>
}

const LOCALES = path.join(import.meta.dirname, 'locales')
const FORM = /^(.+)_(zero|one|two|few|many|other)$/

/**
 * Interface texts in all languages: English from the code, the shipped translations, and on top of both the
 * translations made on this site.
 */
export class SiteTexts {
  readonly #shipped = new Map<string, ReadonlyMap<string, Text>>()
  readonly #own = new Map<string, ReadonlyMap<string, Text>>()
  readonly #translators = new Map<string, Translator>()
  readonly #codes: Set<string>
  /** Languages with shipped translations. */
  readonly shippedLanguages: readonly string[]
  /** Translations made on this site. */
  own: OwnTexts | null = null

  constructor() {
    const files = existsSync(LOCALES) ? readdirSync(LOCALES) : []
    this.shippedLanguages = ['en', ...files.flatMap(name => /^([\w-]+)\.json$/.exec(name)?.[1] ?? [])]
    this.#codes = new Set(this.shippedLanguages)
  }

  /** Languages with at least some interface texts. */
  get languages(): readonly string[] {
    return [...this.#codes].sort()
  }

  /** Replaces this site's own translations of one language, with the keys of the component's files (`key_one`, …). */
  replace(language: string, entries: Iterable<readonly [string, string]>): void {
    const texts = gathered(entries)
    if (texts.size > 0) this.#codes.add(language)
    else if (!this.shippedLanguages.includes(language)) this.#codes.delete(language)
    this.#own.set(language, texts)
    this.#translators.clear()
  }

  /** The best available language for a reader's preferences. */
  choose(preferred: readonly string[]): string {
    for (const code of preferred) {
      const nearest = nearestLanguage(code, this.#codes)
      if (nearest !== undefined) return nearest
    }
    return 'en'
  }

  /** Up-to-date texts in the best available language, as `choose` finds it. */
  async translator(preferred: readonly string[]): Promise<Translator> {
    await this.own?.freshen()
    const language = this.choose(preferred)
    await this.own?.load(language)
    return this.in(language)
  }

  /** Texts as loaded so far; `translator` has the newest. */
  in(language: string): Translator {
    const cached = this.#translators.get(language)
    if (cached) return cached
    const made = this.#translator(language)
    this.#translators.set(language, made)
    return made
  }

  /** Shipped texts of one language, keyed as in the component's files. For English, the source texts. */
  shipped(language: string): Record<string, string> {
    if (language === 'en') return Object.fromEntries(Object.entries(SOURCE_TEXTS).flatMap(flat))
    return this.shippedLanguages.includes(language)
      ? (JSON.parse(this.shippedFile(language)) as Record<string, string>)
      : {}
  }

  /** The file with the shipped texts of a language other than English. */
  shippedFile(language: string): string {
    return readFileSync(path.join(LOCALES, `${language}.json`), 'utf8')
  }

  /** Kept from the first time that a reader needs the language. */
  #ofFile(language: string): ReadonlyMap<string, Text> {
    const cached = this.#shipped.get(language)
    if (cached) return cached
    const texts = gathered(Object.entries(this.shipped(language)))
    this.#shipped.set(language, texts)
    return texts
  }

  #translator(language: string): Translator {
    const own = this.#own.get(language)
    const file = language === 'en' ? undefined : this.#ofFile(language)
    const rules = new Intl.PluralRules(language)
    const numbers = new Intl.NumberFormat(language)
    const english = new Intl.PluralRules('en')
    const textOf = (key: string): Text => own?.get(key) ?? file?.get(key) ?? SOURCE_TEXTS[key] ?? key
    const form = (key: string, count: unknown): string => {
      const text = textOf(key)
      if (typeof text === 'string') return text
      const chooser = text === SOURCE_TEXTS[key] ? english : rules
      return text[chooser.select(Number(count ?? 0))] ?? text.other ?? ''
    }
    const say = (key: TextKey, values: Values = {}): string =>
      form(key, values.count).replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
        const value = values[name]
        return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
      })
    return Object.assign(say, {
      language,
      html: (key: TextKey, values: Readonly<Record<string, Piece>>) =>
        new Html(
          form(key, values.count)
            .split(/\{\{(\w+)\}\}/)
            .map((part, i) => {
              const value = i % 2 === 0 ? part : (values[part] ?? `{{${part}}}`)
              return html`${typeof value === 'number' ? numbers.format(value) : value}`.text
            })
            .join(''),
        ),
      section: (...names: Section[]) =>
        Object.fromEntries(names.flatMap(name => Object.keys(SECTIONS[name])).map(key => [key, textOf(key)])),
    })
  }
}

function gathered(entries: Iterable<readonly [string, string]>): Map<string, Text> {
  const texts = new Map<string, Text>()
  for (const [name, text] of entries) {
    const [, key, category] = FORM.exec(name) ?? []
    if (key === undefined || typeof SOURCE_TEXTS[key] !== 'object') {
      if (text !== '') texts.set(name, text)
      continue
    }
    if (text !== '') texts.set(key, { ...(texts.get(key) as object | undefined), [category!]: text })
  }
  return texts
}

const flat = ([key, text]: readonly [string, SourceText]): [string, string][] =>
  typeof text === 'string'
    ? [[key, text]]
    : Object.entries(text).map(([category, form]) => [`${key}_${category}`, form])
