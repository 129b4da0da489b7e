import type { Shades } from './colours.ts'
import { type Html, html, type Piece } from './html.ts'

/** What a site is for. Decides what the header and the front page lead to. */
export const PURPOSES = ['wiki', 'translation', 'both'] as const
export type Purpose = (typeof PURPOSES)[number]

/** How a site presents itself: what pages, emails and feeds show of it. */
export interface Face {
  /** The name in titles and the header. */
  readonly name: string
  /** Whether administrators chose the name. Otherwise a wiki keeps the name it was imported with. */
  readonly isNamed: boolean
  readonly purpose: Purpose
  /** Whether visitors begin on the main page of the wiki. */
  readonly beginsInWiki: boolean
  /** Content language, as a wiki code. */
  readonly language: string
  /** Null for the standard colour. */
  readonly shades: Shades | null
  readonly logo: FaceLogo | null
  readonly foot: FaceFoot
}

/** Paths of the logo. */
export interface FaceLogo {
  readonly path: string
  readonly type: 'image/svg+xml' | 'image/png'
  /** As PNG, for emails and previews of links, which do not show SVG. */
  readonly png: string
}

/** Links below every page; null leaves one out. */
export interface FaceFoot {
  readonly licence: { readonly text: string; readonly url: string } | null
  readonly privacy: string | null
  readonly about: string | null
}

export const STANDARD_NAME = 'Parlance'

export const STANDARD_FACE: Face = {
  name: STANDARD_NAME,
  isNamed: false,
  purpose: 'both',
  beginsInWiki: false,
  language: 'en',
  shades: null,
  logo: null,
  foot: { licence: null, privacy: null, about: null },
}

/** The title of a page with the name of the site. */
export const titled = (title: string, { name } = STANDARD_FACE): string =>
  title === name ? title : `${title} – ${name}`

/** Replaces the colours of the style sheet. */
export const faceStyle = ({ shades }: Face): Piece =>
  shades &&
  html`<style>:root{--accent:light-dark(${shades.light.accent},${shades.dark.accent});--accent-wash:light-dark(${shades.light.wash},${shades.dark.wash})}</style>`

export const faceIcon = ({ logo }: Face): Html =>
  logo === null
    ? html`<link rel="icon" href="/favicon.svg" type="image/svg+xml">`
    : html`<link rel="icon" href="${logo.path}" type="${logo.type}"><link rel="apple-touch-icon" href="${logo.png}">`
