// Magic words in every spelling of the site: variables, functions, modifiers and behaviour switches.

import { BoundedCache } from '#cache/bounded-cache.ts'
import { lowerCase } from '#wiki/site/letter-case.ts'
import type { Site } from '#wiki/site/site.ts'
import { escapeRegExp } from '../text.ts'

const longestSpelling = 100

/** Exact-match spellings of one kind of word. */
class Spellings {
  readonly #exact = new Map<string, string>()
  readonly #folded = new Map<string, string>()
  /** Cache: the same names are looked up all the time. */
  readonly #asked = new BoundedCache<string, string | null>({ limit: 20_000 })

  add(spelling: string, id: string, caseSensitive: boolean): void {
    if (caseSensitive) this.#exact.set(spelling, id)
    else this.#folded.set(lowerCase(spelling), id)
  }

  find(text: string): string | undefined {
    if (text.length > longestSpelling) return undefined
    let id = this.#asked.get(text)
    if (id === undefined) {
      id = this.#exact.get(text) ?? this.#folded.get(lowerCase(text)) ?? null
      this.#asked.set(text, id)
    }
    return id ?? undefined
  }
}

/** Functions without a leading hash; all others have one, in their spelling or before it. */
const unhashed = new Set(
  `ns nse urlencode lcfirst ucfirst lc uc localurl localurle fullurl fullurle canonicalurl canonicalurle formatnum
  grammar gender plural bidi numberofpages numberofusers numberofactiveusers numberofarticles numberoffiles
  numberofadmins numberingroup numberofedits padleft padright anchorencode defaultsort filepath pagesincategory
  pagesize protectionlevel protectionexpiry namespace namespacee namespacenumber talkspace talkspacee subjectspace
  subjectspacee pagename pagenamee fullpagename fullpagenamee rootpagename rootpagenamee basepagename basepagenamee
  subpagename subpagenamee talkpagename talkpagenamee subjectpagename subjectpagenamee pageid revisionid revisionday
  revisionday2 revisionmonth revisionmonth1 revisionyear revisiontimestamp revisionuser cascadingsources int
  displaytitle`.split(/\s+/),
)

export class MagicWords {
  readonly #variables = new Spellings()
  readonly #functions = new Spellings()
  readonly #aliases = new Map<string, { aliases: readonly string[]; caseSensitive: boolean }>()
  readonly #prefixes = new Map<string, RegExp>()
  readonly #switches = new Spellings()
  readonly #switchPattern: RegExp | null
  readonly #modifier: RegExp
  readonly #modifiersHaveColons: boolean
  readonly #modifiersHaveHashes: boolean
  readonly #defaultCases: ReadonlySet<string>
  readonly #longestDefault: number

  constructor(site: Pick<Site, 'info'>) {
    for (const word of site.info.magicwords) {
      this.#aliases.set(word.name, { aliases: word.aliases, caseSensitive: word['case-sensitive'] === true })
    }
    for (const id of site.info.variables) this.#addTo(this.#variables, id, alias => alias)
    for (const id of site.info.functionhooks) this.#addTo(this.#functions, id, alias => this.#functionName(id, alias))
    this.#switchPattern = this.#collectSwitches()
    this.#defaultCases = new Set(this.aliasesOf('default').map(lowerCase))
    this.#longestDefault = Math.max(0, ...[...this.#defaultCases].map(spelling => spelling.length))
    const modifiers = ['subst', 'safesubst', 'msg', 'msgnw', 'raw'].flatMap(id => this.aliasesOf(id))
    this.#modifiersHaveColons = modifiers.every(modifier => modifier.includes(':'))
    this.#modifiersHaveHashes = modifiers.some(modifier => modifier.startsWith('#'))
    this.#modifier = new RegExp(modifiers.length === 0 ? '(?!)' : `^(?:${modifiers.map(escapeRegExp).join('|')})`, 'iu')
  }

  #addTo(spellings: Spellings, id: string, shape: (alias: string) => string): void {
    const word = this.#aliases.get(id) ?? { aliases: [id], caseSensitive: false }
    for (const alias of word.aliases) spellings.add(shape(alias), id, word.caseSensitive)
  }

  #functionName(id: string, alias: string): string {
    const bare = alias.endsWith(':') ? alias.slice(0, -1) : alias
    return unhashed.has(id) || bare.startsWith('#') ? bare : `#${bare}`
  }

  #collectSwitches(): RegExp | null {
    const all: string[] = []
    for (const [id, { aliases, caseSensitive }] of this.#aliases) {
      for (const alias of aliases) {
        if (!/^(__|＿＿).+(__|＿＿)$/.test(alias)) continue
        this.#switches.add(alias, id, caseSensitive)
        all.push(escapeRegExp(alias))
      }
    }
    all.sort((a, b) => b.length - a.length)
    return all.length === 0 ? null : new RegExp(all.join('|'), 'giu')
  }

  /** ID of a variable, by its name without arguments. */
  variable(text: string): string | undefined {
    return this.#variables.find(text)
  }

  /** ID of a parser function, by the name before the colon, including its hash. */
  function(name: string): string | undefined {
    return this.#functions.find(name)
  }

  aliasesOf(id: string): readonly string[] {
    return this.#aliases.get(id)?.aliases ?? []
  }

  /** Whether a #switch case is the default. */
  isDefaultCase(text: string): boolean {
    return text.length <= this.#longestDefault && this.#defaultCases.has(lowerCase(text))
  }

  /** Whether a call starts with a modifier: subst, msg and the like. */
  startsWithModifier(text: string): boolean {
    if (!this.#modifiersHaveHashes && text.startsWith('#')) return false
    if (this.#modifiersHaveColons && !text.includes(':')) return false
    return this.#modifier.test(text)
  }

  /** The rest of the text after the word; null when it does not start with it. */
  after(id: string, text: string): string | null {
    let pattern = this.#prefixes.get(id)
    if (!pattern) {
      const word = this.#aliases.get(id)
      const spellings = (word?.aliases ?? []).map(escapeRegExp).sort((a, b) => b.length - a.length)
      pattern = new RegExp(
        spellings.length === 0 ? '(?!)' : `^(?:${spellings.join('|')})`,
        word?.caseSensitive ? 'u' : 'iu',
      )
      this.#prefixes.set(id, pattern)
    }
    const match = pattern.exec(text)
    return match ? text.slice(match[0].length) : null
  }

  /** Removes behaviour switches such as __NOTOC__ and reports each; the callback may return a replacement. */
  takeSwitches(text: string, report: (id: string) => unknown): string {
    if (!this.#switchPattern || !(text.includes('__') || text.includes('＿＿'))) return text
    return text.replace(this.#switchPattern, found => {
      const id = this.#switches.find(found)
      if (id === undefined) return found
      const left = report(id)
      return typeof left === 'string' ? left : ''
    })
  }
}

const cache = new WeakMap<object, MagicWords>()

export function magicWordsOf(site: Site): MagicWords {
  let words = cache.get(site)
  if (!words) {
    words = new MagicWords(site)
    cache.set(site, words)
  }
  return words
}
