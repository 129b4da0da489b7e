import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { optionOfAll } from '#accounts/options.ts'
import { LOOKS, zone } from '#core/reader.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import type { Reader } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import { splitForms } from '../catalogue/forms.ts'
import { format } from '../formats/index.ts'
import { categoriesFor } from '../formats/plural.ts'

/** What mails say, in one reader's language and time zone. Texts are found by what they are in English. */
export interface Words {
  (text: string, values?: Readonly<Record<string, string | number>>): string
  /** One text for one, another for many. */
  many(one: string, other: string, count: number): string
  /** When something happened (microseconds since 1970), to the minute. */
  moment(micros: number): string
  readonly language: string
  readonly direction: string
}

/** Forms by English text. */
type Catalogue = ReadonlyMap<string, readonly string[]>

interface Spoken {
  readonly texts: Catalogue
  /** Plural categories in the order of the forms. */
  readonly categories: readonly string[]
}

const LOCALES = path.join(import.meta.dirname, 'locales')
/** The component that holds these texts, so that they can be translated here. */
export const MAIL_COMPONENT = 'mail-component'

const shipped = new Map<string, Spoken | null>()

/** Languages in which a part of the mails ships. */
export const shippedLanguages = (): string[] =>
  readdirSync(LOCALES).flatMap(name => /^([\w-]+)\.po$/.exec(name)?.[1] ?? [])

export const shippedFile = (language: string): Buffer => readFileSync(path.join(LOCALES, `${language}.po`))

/** What ships is read once; it changes only with the program. */
function shippedIn(language: string): Spoken | null {
  const known = shipped.get(language)
  if (known !== undefined) return known
  const found = shippedLanguages().includes(language) ? readCatalogue(language) : null
  shipped.set(language, found)
  return found
}

function readCatalogue(language: string): Spoken {
  const { units, plural } = format('po')!.parse(shippedFile(language), { language })
  const done = units.filter(unit => unit.target.some(form => form !== ''))
  return {
    texts: new Map(done.map(unit => [unit.source[0]!, unit.target])),
    categories: categoriesFor(plural, language),
  }
}

/** What people have made of it on this site. */
async function ownIn(db: Reader, language: string): Promise<Spoken | null> {
  const setting = await db
    .selectFrom('site_setting')
    .select('value')
    .where('key', '=', MAIL_COMPONENT)
    .executeTakeFirst()
  if (setting === undefined) return null
  const { component } = storedObject<{ component: number }>(setting.value)
  if (typeof component !== 'number') return null
  const translation = await db
    .selectFrom('translation')
    .select(['id', 'plural_number', 'plural_formula'])
    .where('component_id', '=', component)
    .where('is_source', '=', 0)
    .where('language_code', '=', language.replaceAll('-', '_'))
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

/** How to speak to an account: as it has set for pages, in English and UTC when it has not. */
export const wordsFor = async (db: Reader, account: number): Promise<Words> =>
  (await new KnownWords(db).of([account])).get(account)!

/** How to speak to many accounts, a few languages and time zones for all of them; it serves a moment's work. */
export class KnownWords {
  readonly #db: Reader
  readonly #known = new Map<string, Promise<Words>>()

  constructor(db: Reader) {
    this.#db = db
  }

  async of(accounts: readonly number[]): Promise<Map<number, Words>> {
    const zones = await optionOfAll(this.#db, accounts, LOOKS.timeZone)
    const languages = await optionOfAll(this.#db, accounts, LOOKS.language)
    const found = new Map<number, Words>()
    for (const account of accounts) {
      const timeZone = zone(zones.get(account))
      const wanted = languages.get(account)?.replaceAll('_', '-') || 'en'
      const key = `${wanted} ${timeZone}`
      const known = this.#known.get(key) ?? wordsIn(this.#db, wanted, timeZone)
      this.#known.set(key, known)
      found.set(account, await known)
    }
    return found
  }
}

async function wordsIn(db: Reader, wanted: string, timeZone: string): Promise<Words> {
  for (const code of new Set([wanted, wanted.split('-')[0]!])) {
    const sources = [await ownIn(db, code), shippedIn(code)].filter(each => each !== null)
    if (sources.length > 0) return speaking(code, timeZone, sources)
  }
  return speaking('en', timeZone, [])
}

export const ENGLISH = (): Words => speaking('en', 'UTC', [])

function speaking(code: string, timeZone: string, sources: readonly Spoken[]): Words {
  const language = bcp47(code)
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
  // Swedish writes dates as ISO does, which nobody mistakes.
  const clock = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', timeZone })
  const zoneName = new Intl.DateTimeFormat(language, { timeZoneName: 'short', timeZone })
  return Object.assign(say, {
    many(one: string, other: string, count: number) {
      const found = formsOf(one)
      if (found === undefined) return fill(count === 1 ? one : other, { count })
      const category = new Intl.PluralRules(language).select(count)
      const at = found.categories.indexOf(category)
      return fill(found.forms[at] || found.forms.at(-1) || other, { count })
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
