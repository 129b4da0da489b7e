import { Html, html, type Piece } from './html.ts'
import { STYLE } from './style.ts'

/** No script, nothing from elsewhere: the pages work under the strictest policy. */
export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
}

/** Who looks at a page, for its upper corner. A page that caches may keep for everybody has no such corner. */
interface Visitor {
  /** Null for somebody who has not logged in. */
  readonly name: string | null
  /** Lets the form that logs out through; null when there is no session to end. */
  readonly token: string | null
  /** Where to come back to after logging in: path and query of this page. */
  readonly here: string
}

interface PageOptions {
  readonly lang?: string
  readonly dir?: string
  readonly visitor?: Visitor | undefined
  /** More rules for this page alone. */
  readonly style?: string
  /** What the wiki is called, on its own pages. */
  readonly wikiName?: string
}

const PLACES = [
  ['/languages/', 'Languages'],
  ['/projects/', 'Projects'],
  ['/api.php', 'Wiki API'],
  ['/api/', 'Translation API'],
] as const

/** A whole page: the way around the site, then what this page is about. The language is that of `content`. */
export const page = (title: string, content: Html, options: PageOptions = {}): string => {
  const { lang = 'en', dir = 'ltr', visitor, style = '', wikiName = 'Wiki' } = options
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${new Html(STYLE + style)}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><nav aria-label="Site"><a class="home" href="/">Parlance</a> <a href="/index.php"><bdi>${wikiName}</bdi></a> ${PLACES.map(([to, name]) => html`<a href="${to}">${name}</a> `)}</nav>${visitor && corner(visitor)}</header>
<main id="content" lang="${lang}" dir="${dir}">${content}</main></body>
</html>
`.text
}

function corner({ name, token, here }: Visitor): Html {
  const out: Piece =
    token !== null &&
    html` <form method="post" action="/accounts/logout/"><input type="hidden" name="csrfmiddlewaretoken" value="${token}"><button>Log out</button></form>`
  if (name !== null) return html`<span class="who">${name}${out}</span>`
  return html`<span class="who"><a href="/accounts/login/?next=${encodeURIComponent(here)}">Log in</a></span>`
}

/** A wide table scrolls by itself, also with the keyboard, instead of the page. */
export const scrolling = (label: string, table: Html): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`
