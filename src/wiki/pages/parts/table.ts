import { type Html, html, type Piece } from '#html/html.ts'

/** A table that scrolls sideways on narrow screens, as a labelled region. */
export function scrollTable(label: string, heads: readonly Piece[], body: Piece, kind?: string): Html {
  const head = heads.map(text => html`<th scope="col">${text}</th>`)
  const rows = html`<thead><tr>${head}</tr></thead><tbody>${body}</tbody>`
  const table = html`<table${kind !== undefined && html` class="${kind}"`}>${rows}</table>`
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${label}">${table}</div>`
}
