import { Html, html, type Piece } from './html.ts'

/**
 * The place where a script of the page takes over, with what it is told to begin with. `meanwhile` stands there before, and
 * for good where there are no scripts.
 */
export const island = (name: string, props: unknown, meanwhile: Piece = null): Html =>
  html`<div data-island="${name}">${data(props)}${meanwhile}</div>`

/** Data for scripts. Nothing in it can end the element. */
export const data = (value: unknown, id?: string): Html =>
  new Html(
    `<script type="application/json"${id === undefined ? '' : ` id="${id}"`}>${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
  )
