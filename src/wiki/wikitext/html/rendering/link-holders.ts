// Placeholders for finished HTML, so that later steps do not parse it.

const link = /<!--LINK'" (\d+)-->/g
const piece = /<!--PIECE'" (\d+)-->/g

/** Far more than any page has. The rest stays unconverted, so no text takes minutes. */
const maxLinks = 40_000

interface Link {
  readonly html: string
  readonly label: string
}

export class LinkHolders {
  readonly #links: Link[] = []
  readonly #pieces: string[] = []
  #made = 0

  /** Counts a link of any kind; false when the page has too many. */
  mayMakeOne(): boolean {
    this.#made++
    return this.#made <= maxLinks
  }

  /** A placeholder for a link, kept until the end. */
  add(html: string, label: string): string {
    return `<!--LINK'" ${this.#links.push({ html, label }) - 1}-->`
  }

  /**
   * A placeholder for an image or an always existing link: hidden from
   * bracket parsing, but plain text to all later steps.
   */
  addPiece(html: string): string {
    return `<!--PIECE'" ${this.#pieces.push(html) - 1}-->`
  }

  restorePieces(text: string): string {
    if (!text.includes('<!--PIECE')) return text
    return text.replace(piece, (whole, index: string) => this.#pieces[Number(index)] ?? whole)
  }

  replace(text: string): string {
    if (!text.includes('<!--LINK')) return text
    return text.replace(link, (whole, index: string) => this.#links[Number(index)]?.html ?? whole)
  }

  /** The text with links reduced to their labels. */
  labelsOf(text: string): string {
    if (!text.includes('<!--LINK')) return text
    return text.replace(link, (whole, index: string) => this.#links[Number(index)]?.label ?? whole)
  }
}
