import { canonicalWikiCode, fallbackChain, isWikiCode } from '#languages/wiki-languages.ts'
import { ownKeys } from '../messages/catalogue.ts'
import { withSpaces } from '../messages/spaces.ts'
import { lowerFirst, upperFirst } from '../site/letter-case.ts'
import { NS } from '../site/namespaces.ts'
import type { Wiki } from '../wiki.ts'
import { readTexts } from './text-blobs.ts'

/** A message in one language: as customized by this wiki, and by default. */
interface FoundMessage {
  readonly text: string | null
  readonly default: string | null
}

/** `Edit form` becomes the key `edit_form`: lower-case first letter, no spaces. */
export const messageKey = (name: string, language: string): string => lowerFirst(name.replaceAll(' ', '_'), language)

/** Looks up interface messages in one language, with the pages of the MediaWiki namespace taking precedence. */
export class MessageLookup {
  readonly #wiki: Wiki
  readonly #language: string
  readonly #pages: ReadonlyMap<string, string>
  readonly #texts: readonly (readonly [code: string, texts: ReadonlyMap<string, string>])[]

  static async open(wiki: Wiki, asked: string): Promise<MessageLookup> {
    const language = canonicalWikiCode(asked)
    const chain = [...new Set([...fallbackChain(language), 'en'])]
    await wiki.messages.catchUp()
    const texts = await Promise.all(chain.map(async code => [code, await wiki.messages.kept(code)] as const))
    return new MessageLookup(wiki, language, await localPages(wiki), texts)
  }

  private constructor(
    wiki: Wiki,
    language: string,
    pages: ReadonlyMap<string, string>,
    texts: readonly (readonly [string, ReadonlyMap<string, string>])[],
  ) {
    this.#wiki = wiki
    this.#language = language
    this.#pages = pages
    this.#texts = texts
  }

  /** Names of all built-in messages, sorted; messages specific to Parlance are left out. */
  names(): string[] {
    const all = new Set(this.#texts.flatMap(([, texts]) => [...texts.keys()]))
    return [...all].filter(name => !ownKeys.has(name)).sort()
  }

  find(name: string): FoundMessage {
    // The pseudo-language that shows message keys.
    if (this.#language === 'qqx') return { text: `(${name})`, default: `(${name})` }
    const key = messageKey(name, this.#wiki.site.language)
    const text = this.#local(key) ?? this.#shipped(key) ?? this.#localElsewhere(key)
    return { text: withSpaces(text), default: withSpaces(this.#shipped(key)) }
  }

  /** Whether this wiki has its own text in the requested language. */
  isCustomised(name: string): boolean {
    return this.#local(messageKey(name, this.#wiki.site.language)) !== null
  }

  #page(key: string, code: string): string | null {
    const title = upperFirst(key, this.#wiki.site.language)
    return this.#pages.get(code === this.#wiki.site.language ? title : `${title}/${code}`) ?? null
  }

  #local(key: string): string | null {
    return this.#page(key, this.#language)
  }

  #localElsewhere(key: string): string | null {
    // An invalid language code has no fallback languages.
    for (const [code] of isWikiCode(this.#language) ? this.#texts : []) {
      const text = this.#page(key, code)
      if (text !== null) return text
    }
    return this.#page(key, this.#wiki.site.language)
  }

  /** `edit/de` explicitly names the German text. */
  #shipped(key: string): string | null {
    const slash = key.lastIndexOf('/')
    const code = slash < 0 ? '' : key.slice(slash + 1)
    for (const [known, texts] of this.#texts) {
      const text = texts.get(key) ?? (isWikiCode(code) && known === code ? texts.get(key.slice(0, slash)) : undefined)
      if (text !== undefined) return text
    }
    return null
  }
}

/** Pages of the MediaWiki namespace with their texts, by title. */
async function localPages(wiki: Wiki): Promise<Map<string, string>> {
  const rows = await wiki.db
    .selectFrom('page')
    .innerJoin('slot', join => join.onRef('slot.revision_id', '=', 'page.latest_rev').on('slot.role', '=', 'main'))
    .innerJoin('content', 'content.id', 'slot.content_id')
    .where('page.ns', '=', NS.mediawiki)
    .select(['page.title', 'content.blob_id'])
    .execute()
  const texts = await readTexts(
    wiki,
    rows.flatMap(row => row.blob_id ?? []),
  )
  return new Map(rows.map(row => [row.title, texts.get(row.blob_id ?? -1)?.toString() ?? '']))
}
