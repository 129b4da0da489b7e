import { loading } from './files.ts'
import { type Html, html, type Piece } from './html.ts'
import { data } from './island.ts'
import { SiteTexts, type Translator } from './site-texts.ts'
import type { Section } from './texts/index.ts'

/** Scripts and styles of our own alone, nothing from elsewhere. Authors of articles write colours beside their text. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

export const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY.join('; '),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'same-origin',
}

export const THEMES = ['light', 'dark'] as const

/** Who looks at a page, and how they like it. */
export interface Reader {
  /** Null for somebody who has not logged in. */
  readonly name: string | null
  /** Lets forms and scripts of the page change something; null when there is no session. */
  readonly token: string | null
  /** Path and query of this page, to come back to. */
  readonly here: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** The languages that they would like, best first; a part of the site may have texts in more of them than the frame. */
  readonly wanted: readonly string[]
  /** Null follows the reader's system. */
  readonly theme: (typeof THEMES)[number] | null
  readonly timeZone: string
  /** Languages in which there are texts of the interface. */
  readonly languages: readonly string[]
  readonly t: Translator
  /** May look after the whole site. */
  readonly isAdministrator: boolean
  /** May make an account here. */
  readonly canRegister: boolean
  /** Announcements that they have closed. */
  readonly dismissed?: readonly number[]
}

export interface PageOptions {
  /** Left out where nobody in particular is asked for: then caches may keep the page for everybody. */
  readonly reader?: Reader | undefined
  /** Language and direction of the content, where they are not the reader's. */
  readonly lang?: string
  readonly dir?: string
  /** Which part of the site this is. */
  readonly place?: 'wiki' | 'translate' | 'api' | 'docs' | 'site'
  /** What the wiki is called, on its own pages. */
  readonly wikiName?: string
  /** The address of its picture, which stands before the name. */
  readonly wikiLogo?: string | null
  /** Islands and style sheets besides those of the frame. */
  readonly needs?: readonly string[]
  /** The sections of the interface's texts that islands of the page speak. */
  readonly texts?: readonly Section[]
  /** `work` takes the whole window; `read` is as wide as one reads; `wiki` has places beside the text. */
  readonly layout?: 'read' | 'work' | 'wiki'
  /** Where the search in the head looks, if not everywhere. */
  readonly find?: Find | undefined
  /** More ways from the account's menu. */
  readonly personal?: Piece
  /** More rules for this page alone. */
  readonly style?: string
  /** More elements for the head. */
  readonly head?: Piece
}

/** A search of its own for a part of the site. */
export interface Find {
  readonly action: string
  /** The field that one types into. */
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly hidden?: Readonly<Record<string, string>>
  /** Attributes for a script that suggests as one types. */
  readonly attributes?: Html
}

let english: Translator | undefined

/** Somebody of whom nothing is known, not even a language. */
export const nobody = (): Reader => {
  english ??= new SiteTexts().in('en')
  const nothing = { name: null, token: null, wanted: [], theme: null, isAdministrator: false, canRegister: false }
  return { ...nothing, here: '/', language: 'en', direction: 'ltr', timeZone: 'UTC', languages: ['en'], t: english }
}

const MARK = html`<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round" aria-hidden="true"><path d="M3 4h12v9H8l-3 3v-3H3z"/><path d="M11 16v1h5l3 3v-3h2V9h-3"/></svg>`

/** A whole page: the way around the site, then what this page is about. */
export const page = (title: string, content: Html, options: PageOptions = {}): string => {
  const reader = options.reader ?? nobody()
  const { t, theme } = reader
  const { lang = reader.language, dir = reader.direction, place, layout = 'read', style } = options
  const spoken = options.texts ?? []
  const current = (name: string): Piece => place === name && html` aria-current="page"`
  return html`<!doctype html>
<html lang="${reader.language}" dir="${reader.direction}"${theme && html` data-theme="${theme}"`}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><link rel="icon" href="/favicon.svg" type="image/svg+xml">${loading(['site', 'frame', ...(options.needs ?? [])])}${style && html`<style>${style}</style>`}${options.head}</head>
<body class="${layout}"><a class="skip" href="#content">${t('frame.skip')}</a>
<header class="top"><a class="mark" href="/">${MARK}<span>Parlance</span></a><nav aria-label="${t('frame.site')}"><a href="/index.php" dir="auto"${current('wiki')}>${options.wikiLogo && html`<img class="wiki-logo" src="${options.wikiLogo}" alt="">`}<bdi>${options.wikiName ?? t('frame.wiki')}</bdi></a><a href="/projects/"${current('translate')}>${t('frame.translate')}</a><a href="/sandbox"${current('api')}>${t('frame.api')}</a><a href="/docs/"${current('docs')}>${t('frame.docs')}</a></nav>
${search(options.find ?? { action: '/search/', name: 'q', label: t('frame.search') })}
${options.reader && corner(reader, options.personal)}</header>
<main id="content" lang="${lang}" dir="${dir}">${content}</main>
${data({ token: reader.token, name: reader.name, language: reader.language, timeZone: reader.timeZone, texts: t.section('frame', ...spoken) }, 'reader')}</body>
</html>
`.text
}

const search = ({ action, name, label, value, hidden = {}, attributes }: Find): Html =>
  html`<form class="find" role="search" action="${action}" aria-label="${label}"${attributes}>${Object.entries(hidden).map(([key, each]) => html`<input type="hidden" name="${key}" value="${each}">`)}<input type="search" name="${name}" aria-label="${label}" placeholder="${label}"${value !== undefined && html` value="${value}"`} autocomplete="off"><kbd>/</kbd></form>`

/** The account's menu, or the way to one. It opens and closes without scripts. */
function corner(reader: Reader, personal: Piece): Html {
  const { name, token, here, t, theme, canRegister, isAdministrator } = reader
  const look = html`<form method="post" action="/accounts/appearance/"><input type="hidden" name="back" value="${here}"><fieldset><legend>${t('frame.appearance')}</legend>${(
    ['', ...THEMES] as const
  ).map(
    each =>
      html`<button name="theme" value="${each}"${(theme ?? '') === each && html` aria-pressed="true"`}>${t(each === '' ? 'frame.as_system' : each === 'light' ? 'frame.light' : 'frame.dark')}</button>`,
  )}</fieldset></form>${languageChoice(reader)}`
  if (name === null)
    return html`<div class="corner"><a class="button" href="/accounts/login/?next=${encodeURIComponent(here)}">${t('frame.log_in')}</a>${canRegister && html`<a class="button quiet-button" href="/accounts/register/">${t('frame.register')}</a>`}<details class="menu"><summary><span aria-hidden="true">◐</span><span class="aside">${t('frame.appearance')}</span></summary><div class="sheet">${look}</div></details></div>`
  return html`<details class="menu corner"><summary><span class="face" aria-hidden="true">${initials(name)}</span><span class="aside">${t('frame.account')}</span></summary><div class="sheet"><b><bdi>${name}</bdi></b>
${personal}<a href="/account/">${t('frame.profile')}</a><a href="/account/notifications/">${t('frame.notifications')}</a>${isAdministrator && html`<a href="/admin/">${t('frame.administration')}</a>`}${look}
${token !== null && html`<form method="post" action="/accounts/logout/"><input type="hidden" name="csrfmiddlewaretoken" value="${token}"><button>${t('frame.log_out')}</button></form>`}</div></details>`
}

/** The languages of the interface by their own names; where there is only one, there is nothing to choose. */
const languageChoice = ({ language, languages, here, t }: Reader): Piece =>
  languages.length > 1 &&
  html`<form class="choose-language" method="post" action="/accounts/appearance/"><input type="hidden" name="back" value="${here}"><label>${t('frame.language')}<select name="language">${languages.map(
    code => {
      const tag = code.replaceAll('_', '-')
      return html`<option value="${code}" lang="${tag}"${tag.toLowerCase() === language.toLowerCase() && html` selected`}>${ownName(tag)}</option>`
    },
  )}</select></label><button class="button">${t('frame.apply')}</button></form>`

const ownNames = new Map<string, string>()

/** What a language calls itself. */
function ownName(tag: string): string {
  const known = ownNames.get(tag)
  if (known !== undefined) return known
  const name = nameIn(tag)
  ownNames.set(tag, name)
  return name
}

function nameIn(tag: string): string {
  try {
    return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}

/** Two letters to know a person by. */
export const initials = (name: string): string => {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : [...(words[0] ?? '?')].slice(0, 2)
  return letters.map(word => [...word][0]!.toUpperCase()).join('')
}

/** A wide table scrolls by itself, also with the keyboard, instead of the page. */
export const scrolling = (label: string, table: Html): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`
