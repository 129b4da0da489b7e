import { type Html, html } from '#html/html.ts'
import type { PlaceName } from '../../reports/place.ts'
import { placed } from '../place-addresses.ts'

/** Enables live updates of a page: its parts (`data-part`) are refreshed on changes in the place. */
export const follows = ({ project, component, language }: PlaceName): Html =>
  html`<div hidden data-live-follow="${placed('', { project, component, language }).slice(1)}"></div>`
