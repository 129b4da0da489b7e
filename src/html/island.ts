import { Html, html, type Piece } from './html.ts'

/**
 * The element that a browser script takes over, with its initial data. `meanwhile` is shown until then, and stays
 * without JavaScript.
 */
export const island = (name: string, props: unknown, meanwhile: Piece = null): Html =>
  html`<div data-island="${name}">${data(props)}${meanwhile}</div>`

/** Data for scripts, escaped so that it cannot close the element. */
export const data = (value: unknown, id?: string, type = 'application/json'): Html =>
  new Html(
    `<script type="${type}"${id === undefined ? '' : ` id="${id}"`}>${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`,
  )
