// The namespaces of a wiki: IDs, names in every spelling, gendered names, and properties.

import genderForms from './gender-forms.json' with { type: 'json' }
import { lowerCase } from './letter-case.ts'
import type { NamespaceInfo, SiteInfo } from './site-info.ts'

export const NS = {
  media: -2,
  special: -1,
  main: 0,
  talk: 1,
  user: 2,
  userTalk: 3,
  project: 4,
  projectTalk: 5,
  file: 6,
  fileTalk: 7,
  mediawiki: 8,
  mediawikiTalk: 9,
  template: 10,
  templateTalk: 11,
  help: 12,
  helpTalk: 13,
  category: 14,
  categoryTalk: 15,
  module: 828,
} as const

export type Gender = 'male' | 'female' | 'unknown'

interface Namespace {
  readonly id: number
  /** Local name with spaces; empty for the main namespace. */
  readonly name: string
  readonly canonical: string
  readonly aliases: readonly string[]
  /** Names for users who chose a gender. */
  readonly gendered: { readonly male: string | undefined; readonly female: string | undefined } | null
  readonly firstLetter: boolean
  readonly content: boolean
  readonly subpages: boolean
  readonly includable: boolean
  readonly contentModel: string
}

/** Names of the user namespace by language, for men and women, and of its talk pages. */
const genders: Readonly<Record<string, readonly string[]>> = genderForms

function genderedNames(language: string): Readonly<Record<number, Namespace['gendered']>> {
  const [male, female, maleTalk, femaleTalk] = genders[language] ?? []
  if (male === undefined) return {}
  return { [NS.user]: { male, female }, [NS.userTalk]: { male: maleTalk, female: femaleTalk } }
}

const truthy = (value: unknown) => value === true || value === ''

function contentModelOf(id: number, info: NamespaceInfo): string {
  if (info.defaultcontentmodel) return info.defaultcontentmodel
  return id === NS.module ? 'Scribunto' : 'wikitext'
}

export class Namespaces {
  readonly list: readonly Namespace[]
  /** IDs of namespaces that can contain pages. */
  readonly holdingPages: readonly number[]
  readonly #byId = new Map<number, Namespace>()
  readonly #byName = new Map<string, number>()

  constructor(info: Pick<SiteInfo, 'general' | 'namespaces' | 'namespacealiases'>) {
    const gendered = genderedNames(info.general.lang ?? 'en')
    const list: Namespace[] = []
    for (const [key, value] of Object.entries(info.namespaces)) {
      const id = Number(key)
      const name = (value.name ?? (value['*'] as string | undefined) ?? '').replaceAll('_', ' ')
      list.push({
        id,
        name,
        canonical: (value.canonical ?? name).replaceAll('_', ' '),
        aliases: info.namespacealiases.filter(entry => entry.id === id).map(entry => entry.alias.replaceAll('_', ' ')),
        gendered: gendered[id] ?? null,
        firstLetter: value.case !== 'case-sensitive',
        content: truthy(value.content),
        subpages: truthy(value.subpages),
        includable: !truthy(value.nonincludable),
        contentModel: contentModelOf(id, value),
      })
    }
    list.sort((a, b) => a.id - b.id)
    this.list = list
    this.holdingPages = list.map(({ id }) => id).filter(id => id >= 0)
    for (const namespace of list) {
      this.#byId.set(namespace.id, namespace)
      const { name, aliases, gendered: forms } = namespace
      for (const spelling of [name, ...aliases, forms?.male, forms?.female]) {
        if (spelling) this.#byName.set(lowerCase(spelling.replaceAll(' ', '_')), namespace.id)
      }
    }
    for (const { id, canonical } of list) {
      if (id !== NS.main) this.#byName.set(lowerCase(canonical.replaceAll(' ', '_')), id)
    }
  }

  get(id: number): Namespace | undefined {
    return this.#byId.get(id)
  }

  has(id: number): boolean {
    return this.#byId.has(id)
  }

  /** The ID for a name in any spelling (local, canonical, alias, gendered; any case), or undefined. */
  idOf(name: string): number | undefined {
    if (name === '') return undefined
    return this.#byName.get(lowerCase(name.replaceAll(' ', '_')))
  }

  /** Local name, in the gendered form if the wiki's language has one. */
  nameOf(id: number, gender?: Gender): string {
    const namespace = this.#byId.get(id)
    if (!namespace) return ''
    if (gender === 'female' || gender === 'male') return namespace.gendered?.[gender] ?? namespace.name
    return namespace.name
  }

  /** Whether titles in this namespace depend on the user's gender. */
  dependsOnGender(id: number): boolean {
    return this.#byId.get(id)?.gendered != null
  }

  isContent(id: number): boolean {
    return this.#byId.get(id)?.content ?? false
  }

  hasSubpages(id: number): boolean {
    return this.#byId.get(id)?.subpages ?? false
  }

  isFirstLetter(id: number): boolean {
    return this.#byId.get(id)?.firstLetter ?? true
  }
}

export function isTalk(ns: number): boolean {
  return ns > 0 && ns % 2 === 1
}

/** Special pages and media links have no talk page. */
export function hasTalk(ns: number): boolean {
  return ns >= 0
}

export function talkOf(ns: number): number {
  return isTalk(ns) || ns < 0 ? ns : ns + 1
}

export function subjectOf(ns: number): number {
  return isTalk(ns) ? ns - 1 : ns
}
