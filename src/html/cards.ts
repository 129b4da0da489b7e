import { type Html, html, type Piece } from './html.ts'

const cardWith = (id: string, heading: Html, content: Html, lead: string | undefined): Html =>
  html`<section class="card" id="card-${id}" aria-labelledby="head-${id}">
    ${heading}
    ${lead !== undefined && html`<p class="quiet">${lead}</p>`}
    ${content}
  </section>`

/** A card below a section's heading. */
export const card = (id: string, title: string, content: Html, lead?: string): Html =>
  cardWith(id, html`<h3 id="head-${id}">${title}</h3>`, content, lead)

/** A card on a page without sections. */
export const topCard = (id: string, title: string, content: Html, lead?: string): Html =>
  cardWith(id, html`<h2 id="head-${id}">${title}</h2>`, content, lead)

/** A part of the dashboard. */
export const dashboardCard = (id: string, title: string, content: Piece, aside: Piece = null): Html =>
  html`<div class="card"><div class="card-head"><h2 id="${id}">${title}</h2>${aside}</div>${content}</div>`
