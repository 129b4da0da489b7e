import type { SectionSource } from './heading-marks.ts'

export interface ListedSection {
  readonly depth: number
  readonly number: string
  readonly id: string
  /** Null for headings that are not sections of the page itself. */
  readonly section: number | null
  readonly html: string
}

/** A section as reported by the API. */
export interface FoundSection extends ListedSection {
  readonly level: number
  /** Index for editing: its number, prefixed with "T-" for a template. */
  readonly index: string
  /** With underscores, as in URLs. */
  readonly fromTitle: string | null
  readonly isTemplate: boolean
}

/** Placeholder after a heading until the page is finished, since the edit link is not part of the text. */
const place = (index: number): string => `<mw:editsection n="${index}"></mw:editsection>`
const placed = /<mw:editsection n="(\d+)"><\/mw:editsection>/g

/** Section edit links, each after its heading. */
export class EditLinks {
  readonly #links: { readonly source: SectionSource; readonly name: string }[] = []

  add(source: SectionSource, name: string): string {
    return place(this.#links.push({ source, name }) - 1)
  }

  /** Replaces the placeholders with links. */
  put(html: string, written: (source: SectionSource, name: string) => string): string {
    if (this.#links.length === 0) return html
    return html.replace(placed, (_, index: string) => {
      const link = this.#links[Number(index)]
      return link ? written(link.source, link.name) : ''
    })
  }
}
