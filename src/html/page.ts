import { type Face, faceIcon, faceStyle, STANDARD_FACE } from './face.ts'
import { loading } from './files.ts'
import { type Html, html, type Piece } from './html.ts'
import { data } from './island.ts'
import { SiteTexts, type Translator } from './site-texts.ts'
import type { Section } from './texts/index.ts'

/** Only our own scripts and styles. Inline styles are allowed because wikitext can contain them. */
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

/** The reader of a page and their preferences. */
export interface Reader {
  /** Null for unregistered users. */
  readonly name: string | null
  /** CSRF token for forms and scripts; null without a session. */
  readonly token: string | null
  /** Path and query of this page, to return to. */
  readonly here: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  /** Preferred languages, best first. Parts of the site may have texts in more languages than the frame. */
  readonly preferred: readonly string[]
  /** Null for the system default. */
  readonly theme: (typeof THEMES)[number] | null
  readonly timeZone: string
  /** Languages of the interface. */
  readonly languages: readonly string[]
  readonly t: Translator
  /** How the site presents itself. */
  readonly face?: Face
  /** Can administer the site. */
  readonly isAdministrator: boolean
  /** Can register an account. */
  readonly canRegister: boolean
  /** Unread notifications; absent for visitors and on pages that do not show them. */
  readonly unread?: number
  /** Dismissed announcements. */
  readonly dismissed?: readonly number[]
  /** Why the site is read-only, if it is. */
  readonly readOnly?: string | null
}

export interface PageOptions {
  /** Absent for pages that are the same for everyone, so that caches may store them. */
  readonly reader?: Reader | undefined
  /** How the site presents itself, on pages without a reader. */
  readonly face?: Face
  /** Language and direction of the content, if they differ from the reader's. */
  readonly lang?: string
  readonly dir?: string
  /** Current part of the site. */
  readonly place?: 'wiki' | 'translate' | 'api' | 'docs' | 'site'
  /** Name of the wiki, on wiki pages. */
  readonly wikiName?: string
  /** URL of the logo before the name. */
  readonly wikiLogo?: string | null
  /** Islands and style sheets in addition to those of the frame. */
  readonly needs?: readonly string[]
  /** Sections of interface texts that the page's islands need. */
  readonly texts?: readonly Section[]
  /** `work` uses the full width, `read` a readable line length, and `wiki` has columns next to the text. */
  readonly layout?: 'read' | 'work' | 'wiki'
  /** Search form in the header, if not the global one. */
  readonly find?: Find | undefined
  /** Additional links in the account menu. */
  readonly personal?: Piece
  /** Navigation of a part of the site, for the menu of narrow screens. */
  readonly menu?: Piece
  /** Additional Content-Security-Policy rules. */
  readonly style?: string
  /** Additional head elements. */
  readonly head?: Piece
}

/** Search form for one part of the site. */
export interface Find {
  readonly action: string
  /** Name of the query field. */
  readonly name: string
  readonly label: string
  readonly value?: string
  readonly hidden?: Readonly<Record<string, string>>
  /** Attributes for the suggestion script. */
  readonly attributes?: Html
}

let english: Translator | undefined

/** A reader without account or preferences. */
export const nobody = (): Reader => {
  english ??= new SiteTexts().in('en')
  const nothing = { name: null, token: null, preferred: [], theme: null, isAdministrator: false, canRegister: false }
  return { ...nothing, here: '/', language: 'en', direction: 'ltr', timeZone: 'UTC', languages: ['en'], t: english }
}

const MARK = html`<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.2"
  stroke-linejoin="round" aria-hidden="true">
  <path d="M3 4h12v9H8l-3 3v-3H3z"/>
  <path d="M11 16v1h5l3 3v-3h2V9h-3"/>
</svg>`

const BARS = html`<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.8"
  stroke-linecap="round" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14"/></svg>`

/** A complete page: navigation, then content. */
export const page = (title: string, content: Html, options: PageOptions = {}): string => {
  const reader = options.reader ?? nobody()
  const { t, theme } = reader
  const face = options.face ?? reader.face ?? STANDARD_FACE
  const { lang = reader.language, dir = reader.direction, place, layout = 'read', style } = options
  const sections = options.texts ?? []
  const current = (name: string): Piece => place === name && html` aria-current="page"`
  const logo = options.wikiLogo && face.logo === null && html`<img class="wiki-logo" src="${options.wikiLogo}" alt="">`
  // The name of the site is in front of it already.
  const wikiName = options.wikiName === face.name ? undefined : options.wikiName
  const wiki = html`${logo}<bdi>${wikiName ?? t('frame.wiki')}</bdi>`
  const links = html`${face.purpose !== 'translation' && html`<a href="/index.php" dir="auto"${current('wiki')}>${wiki}</a>`}
            ${face.purpose !== 'wiki' && html`<a href="/projects/"${current('translate')}>${t('frame.translate')}</a>`}
            <a href="/sandbox"${current('api')}>${t('frame.api')}</a>
            <a href="/docs/"${current('docs')}>${t('frame.docs')}</a>`
  return html`<!doctype html>
    <html lang="${reader.language}" dir="${reader.direction}"${theme && html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width,initial-scale=1">
        <title>${title}</title>
        ${faceIcon(face)}
        ${loading(['site', 'frame', ...(options.needs ?? [])])}
        ${faceStyle(face)}
        ${style && html`<style>${style}</style>`}
        ${options.head}
      </head>
      <body class="${layout}">
        <a class="skip" href="#content">${t('frame.skip')}</a>
        <header class="top">
          <details class="menu site-menu">
            <summary>${BARS}<span class="aside">${t('frame.menu')}</span></summary>
            <div class="sheet"><nav aria-label="${t('frame.site')}">${links}</nav>${
              options.menu && html`<div lang="${lang}" dir="${dir}">${options.menu}</div>`
            }</div>
          </details>
          <a class="mark" href="${face.beginsInWiki ? '/index.php' : '/'}">${brand(face)}</a>
          <nav aria-label="${t('frame.site')}">${links}</nav>
          ${search(options.find ?? { action: '/search/', name: 'q', label: t('frame.search') })}
          ${options.reader && corner(reader, options.personal)}
        </header>
        ${reader.readOnly && html`<p class="read-only" role="status">${t('account.read_only', { why: isolated(reader.readOnly) })}</p>`}
        <main id="content" lang="${lang}" dir="${dir}">${content}</main>
        ${place !== 'wiki' && foot(t, face)}
        ${data(
          {
            token: reader.token,
            name: reader.name,
            language: reader.language,
            timeZone: reader.timeZone,
            texts: t.section('frame', ...sections),
          },
          'reader',
        )}
      </body>
    </html>
`.text
}

/** Logo and name of the site. */
const brand = ({ logo, name }: Face): Html =>
  html`${logo === null ? MARK : html`<img class="site-logo" src="${logo.path}" alt="">`}<span dir="auto">${name}</span>`

/** Links about the site. Pages of the wiki have their own, which also lead to its pages. */
function foot(t: Translator, { name, foot: { licence, privacy, about } }: Face): Piece {
  const links = [
    [about, t('wiki.about', { name })],
    [privacy, t('wiki.privacy')],
  ] as const
  const items = links.flatMap(([href, text]) => (href === null ? [] : [html`<li><a href="${href}">${text}</a></li>`]))
  if (licence === null && items.length === 0) return null
  return html`<footer class="site-foot quiet small">
    ${licence && html`<p>${t.html('wiki.licence', { licence: licenceLink(licence) })}</p>`}
    ${items.length > 0 && html`<ul>${items}</ul>`}
  </footer>`
}

/** A licence, with a link if it has an address. */
export const licenceLink = ({ text, url }: { readonly text: string; readonly url: string }): Html =>
  /^(?:https?:)?\/\//.test(url) ? html`<a rel="license" href="${url}">${text}</a>` : html`${text}`

const search = ({ action, name, label, value, hidden = {}, attributes }: Find): Html =>
  html`<form class="find" role="search" action="${action}" aria-label="${label}"${attributes}>
    ${Object.entries(hidden).map(([key, each]) => html`<input type="hidden" name="${key}" value="${each}">`)}
    <input type="search" name="${name}" aria-label="${label}" placeholder="${label}"
      ${value !== undefined && html` value="${value}"`} autocomplete="off">
    <kbd>/</kbd>
  </form>`

/** The account menu, or the login link. Works without JavaScript. */
function corner(reader: Reader, personal: Piece): Html {
  const { name, token, here, t, theme, canRegister, isAdministrator, face } = reader
  const look = html`<form method="post" action="/accounts/appearance/">
      <input type="hidden" name="back" value="${here}">
      <fieldset>
        <legend>${t('frame.appearance')}</legend>
        ${(['', ...THEMES] as const).map(
          each =>
            html`<button name="theme" value="${each}"${(theme ?? '') === each && html` aria-pressed="true"`}>
              ${t(each === '' ? 'frame.as_system' : each === 'light' ? 'frame.light' : 'frame.dark')}
            </button>`,
        )}
      </fieldset>
    </form>
    ${languageChoice(reader)}`
  if (name === null)
    return html`<div class="corner">
      <a class="button" href="/accounts/login/?next=${encodeURIComponent(here)}">${t('frame.log_in')}</a>
      ${canRegister && html`<a class="button quiet-button" href="/accounts/register/">${t('frame.register')}</a>`}
      <details class="menu">
        <summary><span aria-hidden="true">◐</span><span class="aside">${t('frame.appearance')}</span></summary>
        <div class="sheet">${look}</div>
      </details>
    </div>`
  return html`<div class="corner">${bell(reader)}<details class="menu">
    <summary>
      <span class="face" aria-hidden="true">${initials(name)}</span><span class="aside">${t('frame.account')}</span>
    </summary>
    <div class="sheet">
      <b><bdi>${name}</bdi></b>
      ${personal}
      ${face?.beginsInWiki && html`<a href="/">${t('frame.dashboard')}</a>`}
      <a href="/account/">${t('frame.profile')}</a>
      <a href="/account/notifications/">${t('frame.notifications')}</a>
      ${isAdministrator && html`<a href="/admin/">${t('frame.administration')}</a>`}
      ${look}
      ${
        token !== null &&
        html`<form method="post" action="/accounts/logout/">
          <input type="hidden" name="csrfmiddlewaretoken" value="${token}">
          <button>${t('frame.log_out')}</button>
        </form>`
      }
    </div>
  </details></div>`
}

const BELL = html`<svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.7"
  stroke-linejoin="round" aria-hidden="true">
  <path d="M4 14h12l-1.6-2.2V8.6a4.4 4.4 0 0 0-8.8 0v3.2z"/>
  <path d="M8.2 16.4a2 2 0 0 0 3.6 0"/>
</svg>`

/** More unread notifications than this are shown as "99+". */
const MOST_UNREAD = 99

/** The link to the inbox with the number of unread notifications. */
function bell({ unread, language, t }: Reader): Piece {
  if (unread === undefined) return null
  const count =
    new Intl.NumberFormat(language).format(Math.min(unread, MOST_UNREAD)) + (unread > MOST_UNREAD ? '+' : '')
  const label = unread === 0 ? t('frame.inbox') : t('frame.inbox_unread', { count: unread })
  return html`<a class="bell" href="/inbox/" aria-label="${label}" title="${label}" data-bell="${unread}">${BELL}<b${
    unread === 0 && html` hidden`
  }>${count}</b></a>`
}

/** Language selector with native names. Omitted if there is only one language. */
const languageChoice = ({ language, languages, here, t }: Reader): Piece =>
  languages.length > 1 &&
  html`<form class="choose-language" method="post" action="/accounts/appearance/">
    <input type="hidden" name="back" value="${here}">
    <label>
      ${t('frame.language')}<select name="language">
        ${languages.map(code => {
          const tag = code.replaceAll('_', '-')
          return html`<option value="${code}" lang="${tag}"
            ${tag.toLowerCase() === language.toLowerCase() && html` selected`}>${ownName(tag)}</option>`
        })}
      </select>
    </label>
    <button class="button">${t('frame.apply')}</button>
  </form>`

const ownNames = new Map<string, string>()

/** Native name of a language. */
function ownName(tag: string): string {
  const cached = ownNames.get(tag)
  if (cached !== undefined) return cached
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

/** Two-letter initials of a user. */
export const initials = (name: string): string => {
  const words = name.split(/[\s._-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0]!, words.at(-1)!] : [...(words[0] ?? '?')].slice(0, 2)
  return letters.map(word => [...word][0]!.toUpperCase()).join('')
}

/** Makes a wide table scroll on its own, also by keyboard, instead of the page. */
export const scrolling = (label: string, table: Html): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`

/** Keeps the direction of a text apart from that of its sentence, with Unicode isolates. */
const isolated = (text: string): string => `\u2068${text}\u2069`
