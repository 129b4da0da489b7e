import { type Html, html } from '#html/html.ts'
import type { PlaceName } from '../../reports/place.ts'
import { placed } from '../place-addresses.ts'

/** Has a page follow what happens in a place while it is open: its parts (`data-part`) are then shown anew. */
export const follows = ({ project, component, language }: PlaceName): Html =>
  html`<div hidden data-live-follow="${placed('', { project, component, language }).slice(1)}"></div>`
