// Finished links stand in the text as placeholders, so that later steps do not look into them.

const holder = /<!--LINK'" (\d+)-->/g

export class LinkHolders {
  readonly #html: string[] = []

  /** A placeholder for a link or another piece of HTML that is finished. */
  add(html: string): string {
    return `<!--LINK'" ${this.#html.push(html) - 1}-->`
  }

  /** Puts links back. A link may hold others, in the caption of an image for example, which are put back with it. */
  replace(text: string): string {
    if (!text.includes('<!--LINK')) return text
    return text.replace(holder, (whole, index: string) => this.#html[Number(index)] ?? whole)
  }
}
