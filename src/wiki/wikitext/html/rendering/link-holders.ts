// Finished pieces of HTML stand in the text as placeholders, so that later steps do not look into them.

const link = /<!--LINK'" (\d+)-->/g
const piece = /<!--PIECE'" (\d+)-->/g

/** Far more than any page has. What comes after stays as it is written, so that no text takes minutes. */
const mostLinks = 40_000

interface Link {
  readonly html: string
  readonly label: string
}

export class LinkHolders {
  readonly #links: Link[] = []
  readonly #pieces: string[] = []
  #made = 0

  /** Counts a link of any kind; false when the page has more than enough of them. */
  mayMakeOne(): boolean {
    this.#made++
    return this.#made <= mostLinks
  }

  /** A placeholder for a link, which stays to the end. */
  add(html: string, label: string): string {
    return `<!--LINK'" ${this.#links.push({ html, label }) - 1}-->`
  }

  /**
   * A placeholder for an image, or for a link to what is always there: nothing inside of it is in brackets, but for
   * everything that comes after those it is text like any other.
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

  /** The text with nothing but the labels of its links. */
  labelsOf(text: string): string {
    if (!text.includes('<!--LINK')) return text
    return text.replace(link, (whole, index: string) => this.#links[Number(index)]?.label ?? whole)
  }
}
