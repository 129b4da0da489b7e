import { optionOfAll } from '#accounts/options.ts'
import { LOOKS, zone } from '#core/reader.ts'
import { nearestLanguage } from '#html/nearest-language.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { toTranslation } from '#languages/code-mapping.ts'
import { direction } from '#languages/direction.ts'
import { readSetting } from '#store/site-settings.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { splitForms } from '../catalogue/forms.ts'
import { format } from '../formats/index.ts'
import { categoriesFor } from '../formats/plural.ts'
import { shippedFile, shippedLanguages } from './shipped-files.ts'

/** Email texts in one reader's language and time zone, looked up by their English source. */
export interface Words {
  (text: string, values?: Readonly<Record<string, string | number>>): string
  /** Picks the plural form for a count. */
  many(one: string, other: string, count: number): string
  /** Formats a timestamp (microseconds since 1970) to the minute. */
  moment(micros: number): string
  readonly language: string
  readonly direction: string
}

/** Plural forms by English source text. */
type Catalogue = ReadonlyMap<string, readonly string[]>

interface LocaleTexts {
  readonly texts: Catalogue
  /** Plural categories in the order of the forms. */
  readonly categories: readonly string[]
}

/** Site setting that names the component in which these texts can be translated. */
export const MAIL_COMPONENT = 'mail-component'

const shipped = new Map<string, LocaleTexts | null>()

/** Cached for good: shipped files only change with a new release. */
function shippedTexts(language: string): LocaleTexts | null {
  const cached = shipped.get(language)
  if (cached !== undefined) return cached
  const texts = shippedLanguages().includes(language) ? readCatalogue(language) : null
  shipped.set(language, texts)
  return texts
}

function readCatalogue(language: string): LocaleTexts {
  const { units, plural } = format('po')!.parse(shippedFile(language), { language })
  const done = units.filter(unit => unit.target.some(form => form !== ''))
  return {
    texts: new Map(done.map(unit => [unit.source[0]!, unit.target])),
    categories: categoriesFor(plural, language),
  }
}

/** Translations made on this site, which override the shipped ones. */
async function siteTexts(db: Reader, language: string): Promise<LocaleTexts | null> {
  const { component } = storedObject<{ component: number }>(await readSetting(db, MAIL_COMPONENT))
  if (typeof component !== 'number') return null
  const translation = await db
    .selectFrom('translation')
    .select(['id', 'plural_number', 'plural_formula'])
    .where('component_id', '=', component)
    .where('is_source', '=', 0)
    .where('language_code', '=', language)
    .executeTakeFirst()
  if (translation === undefined) return null
  const units = await db
    .selectFrom('unit')
    .select(['source', 'target'])
    .where('translation_id', '=', translation.id)
    .where('target', '<>', '')
    .where('state', '>=', 20)
    .execute()
  const { plural_number: count, plural_formula: formula } = translation
  return {
    texts: new Map(units.map(unit => [splitForms(unit.source)[0]!, splitForms(unit.target)])),
    categories: categoriesFor({ count, formula }, language),
  }
}

/** Texts for an account, in the language and time zone it chose for pages; English and UTC by default. */
export const wordsFor = async (db: Reader, account: number): Promise<Words> =>
  (await new WordsCache(db).of([account])).get(account)!

/** Texts for many accounts, loaded once per language and time zone. Short-lived: create one per job. */
export class WordsCache {
  readonly #db: Reader
  readonly #cache = new Map<string, Promise<Words>>()

  constructor(db: Reader) {
    this.#db = db
  }

  async of(accounts: readonly number[]): Promise<Map<number, Words>> {
    const zones = await optionOfAll(this.#db, accounts, LOOKS.timeZone)
    const languages = await optionOfAll(this.#db, accounts, LOOKS.language)
    const result = new Map<number, Words>()
    for (const account of accounts) {
      const timeZone = zone(zones.get(account))
      const language = languages.get(account) || 'en'
      const key = `${language} ${timeZone}`
      const words = this.#cache.get(key) ?? wordsIn(this.#db, language, timeZone)
      this.#cache.set(key, words)
      result.set(account, await words)
    }
    return result
  }
}

/** `language` is the code of an account: of a wiki (`pt-br`), of the interface (`pt-BR`) or of the platform. */
async function wordsIn(db: Reader, language: string, timeZone: string): Promise<Words> {
  const own = toTranslation(language.replaceAll('_', '-').toLowerCase())
  const nearest = nearestLanguage(language, shippedLanguages())
  for (const code of new Set([own, nearest ?? own, own.split('_')[0]!])) {
    const sources = [await siteTexts(db, code), shippedTexts(code)].filter(each => each !== null)
    if (sources.length > 0) return createWords(code, timeZone, sources)
  }
  return createWords('en', timeZone, [])
}

export const ENGLISH = (): Words => createWords('en', 'UTC', [])

function createWords(code: string, timeZone: string, sources: readonly LocaleTexts[]): Words {
  const language = bcp47(code.replaceAll('_', '-'))
  const numbers = new Intl.NumberFormat(language)
  const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => {
      const value = values[name]
      return value === undefined ? whole : typeof value === 'number' ? numbers.format(value) : value
    })
  const formsOf = (text: string) => {
    const source = sources.find(each => each.texts.has(text))
    return source && { forms: source.texts.get(text)!, categories: source.categories }
  }
  const say = (text: string, values: Readonly<Record<string, string | number>> = {}): string =>
    fill(formsOf(text)?.forms[0] || text, values)
  // The Swedish locale writes ISO dates, which are unambiguous everywhere.
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const zoneName = new Intl.DateTimeFormat(language, { timeZoneName: 'short', timeZone })
  return Object.assign(say, {
    many(one: string, other: string, count: number) {
      const translated = formsOf(one)
      if (translated === undefined) return fill(count === 1 ? one : other, { count })
      const category = new Intl.PluralRules(language).select(count)
      const index = translated.categories.indexOf(category)
      return fill(translated.forms[index] || translated.forms.at(-1) || other, { count })
    },
    moment(micros: number) {
      const at = new Date(micros / 1000)
      const name = zoneName.formatToParts(at).find(part => part.type === 'timeZoneName')?.value ?? timeZone
      return `${clock.format(at)} ${name}`
    },
    language,
    direction: direction(code),
  })
}
