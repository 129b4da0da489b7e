import type { SectionSource } from './heading-marks.ts'

export interface ListedSection {
  readonly depth: number
  readonly number: string
  readonly id: string
  /** Null for headings that are not sections of the page itself. */
  readonly section: number | null
  readonly html: string
}

/** A section as it is told to programs. */
export interface FoundSection extends ListedSection {
  readonly level: number
  /** How it is edited: its number, after "T-" where it is a template's. */
  readonly index: string
  /** With underscores, as it stands in addresses. */
  readonly fromTitle: string | null
  readonly isTemplate: boolean
}

/** Stands behind a heading until the page is finished: what the link says is not part of the text. */
const place = (index: number): string => `<mw:editsection n="${index}"></mw:editsection>`
const placed = /<mw:editsection n="(\d+)"><\/mw:editsection>/g

/** Links by which sections are edited, each behind its heading. */
export class EditLinks {
  readonly #links: { readonly source: SectionSource; readonly name: string }[] = []

  add(source: SectionSource, name: string): string {
    return place(this.#links.push({ source, name }) - 1)
  }

  /** Puts the links where their places are. */
  put(html: string, written: (source: SectionSource, name: string) => string): string {
    if (this.#links.length === 0) return html
    return html.replace(placed, (_, index: string) => {
      const link = this.#links[Number(index)]
      return link ? written(link.source, link.name) : ''
    })
  }
}
