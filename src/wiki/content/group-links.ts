import type { Wording } from '../messages/render.ts'
import { wordingOf } from '../messages/wording.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { prefixedText } from '../site/title-format.ts'
import { titleOrNull } from '../site/titles.ts'
import type { Viewer } from './viewer.ts'

/** User group names as wikitext, linked to the page about the group if the wiki defines one. */
export class GroupLinks {
  readonly #site: Site
  /** Names are in the reader's language, page titles in the wiki's. */
  readonly #names: Wording
  readonly #pages: Wording

  private constructor(site: Site, names: Wording, pages: Wording) {
    this.#site = site
    this.#names = names
    this.#pages = pages
  }

  static async load({ wiki, language }: Pick<Viewer, 'wiki' | 'language'>): Promise<GroupLinks> {
    const { site, messages } = wiki
    return new GroupLinks(site, await wordingOf(messages, language), await wordingOf(messages, site.language))
  }

  /** `[[Project:Administrators|Administrators]]` */
  link(group: string): string {
    const name = this.#names.text(`group-${group === '*' ? 'all' : group}`) ?? group
    const page = this.#page(group)
    return page === null ? name : `[[${page}|${name}]]`
  }

  #page(group: string): string | null {
    const text = this.#pages.text(`grouppage-${group === '*' ? 'all' : group}`)
    if (text === undefined) return null
    const project = this.#site.namespaces.nameOf(NS.project)
    const title = titleOrNull(
      this.#site,
      text.replace(/\{\{ns:project\}\}/gi, () => project),
    )
    return title && title.interwiki === '' ? prefixedText(this.#site, title.ns, title.dbkey) : null
  }
}
