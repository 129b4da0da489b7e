// Finished pieces of HTML stand in the text as placeholders, so that later steps do not look into them.

const link = /<!--LINK'" (\d+)-->/g
const image = /<!--IMAGE'" (\d+)-->/g

interface Link {
  readonly html: string
  readonly label: string
}

export class LinkHolders {
  readonly #links: Link[] = []
  readonly #images: string[] = []

  /** A placeholder for a link, which stays to the end. */
  add(html: string, label: string): string {
    return `<!--LINK'" ${this.#links.push({ html, label }) - 1}-->`
  }

  /** A placeholder for an image. It is put back before paragraphs are made, for it may be a block of its own. */
  addImage(html: string): string {
    return `<!--IMAGE'" ${this.#images.push(html) - 1}-->`
  }

  restoreImages(text: string): string {
    if (!text.includes('<!--IMAGE')) return text
    return text.replace(image, (whole, index: string) => this.#images[Number(index)] ?? whole)
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
