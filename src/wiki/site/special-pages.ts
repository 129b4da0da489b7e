// Special page names: any alias in any case maps to the canonical name, which has one local name.

import { upperCase, upperFirst } from './letter-case.ts'
import type { SiteInfo } from './site-info.ts'

interface SpecialPageName {
  canonical: string
  subpage: string | null
}

const fold = (name: string) => upperCase(name.replaceAll(' ', '_'))

export class SpecialPages {
  readonly #canonical = new Map<string, string>()
  readonly #local = new Map<string, string>()
  readonly #language: string

  constructor(info: Pick<SiteInfo, 'general' | 'specialpagealiases'>) {
    this.#language = info.general.lang ?? 'en'
    for (const { realname, aliases } of info.specialpagealiases) {
      this.#local.set(realname, aliases[0] ?? realname)
    }
    for (const { realname } of info.specialpagealiases) this.#canonical.set(fold(realname), realname)
    for (const { realname, aliases } of info.specialpagealiases) {
      for (const alias of aliases) if (!this.#canonical.has(fold(alias))) this.#canonical.set(fold(alias), realname)
    }
  }

  /** Resolves a name with an optional "/subpage"; null when there is no such special page. */
  resolve(dbkey: string): SpecialPageName | null {
    const slash = dbkey.indexOf('/')
    const canonical = this.#canonical.get(fold(slash < 0 ? dbkey : dbkey.slice(0, slash)))
    if (canonical === undefined) return null
    return { canonical, subpage: slash < 0 ? null : dbkey.slice(slash + 1) }
  }

  /** The local db key of a special page, by its canonical name. */
  localKey(canonical: string, subpage?: string | null): string {
    const name = this.#local.get(canonical) ?? canonical
    const key = subpage == null ? name : `${name}/${subpage}`
    return upperFirst(key.replaceAll(' ', '_'), this.#language)
  }

  /** Converts any alias to the local name; other names stay as they are. */
  localise(dbkey: string): string {
    const found = this.resolve(dbkey)
    return found ? this.localKey(found.canonical, found.subpage) : dbkey
  }
}
