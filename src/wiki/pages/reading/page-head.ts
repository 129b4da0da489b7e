import { type Html, html } from '#html/html.ts'
import { data } from '#html/island.ts'
import { bcp47 } from '#languages/bcp47.ts'
import { decodeCharacterReferences } from '../../site/character-references.ts'
import type { Title } from '../../site/titles.ts'
import { canonicalUrl } from '../../site/urls.ts'
import type { Visit } from '../visit.ts'

/** In characters, as search engines show it. */
const MAX_DESCRIPTION = 200
/** Paragraphs to look through for the first one with a sentence. */
const MAX_PARAGRAPHS = 20
const MAX_PARAGRAPH = 5000

interface Described {
  readonly title: Pick<Title, 'ns' | 'dbkey'>
  readonly name: string
  readonly language: string
  /** Rendered. */
  readonly text: string
}

/** What search engines and messengers need: the page's own address, a description, and facts as OpenGraph and JSON-LD. */
export function pageHead({ site, reader }: Visit, { title, name, language, text }: Described): Html {
  const url = canonicalUrl(site, title)
  const description = firstWords(text)
  const rights = (site.info.rightsinfo ?? {}) as { readonly url?: string }
  const isMain = name === site.mainPage
  const logo = reader.face?.logo
  const facts = {
    '@context': 'https://schema.org',
    '@type': isMain ? 'WebPage' : 'Article',
    headline: name,
    url,
    inLanguage: bcp47(language),
    ...(description !== '' && { description }),
    ...(rights.url && { license: rights.url }),
    isPartOf: {
      '@type': 'WebSite',
      name: site.name,
      ...(logo && { image: `${site.server}${logo.png}` }),
      url: canonicalUrl(site, { ns: 0, dbkey: site.mainPage.replaceAll(' ', '_') }),
    },
  }
  const graph: readonly (readonly [property: string, content: string])[] = [
    ['og:type', isMain ? 'website' : 'article'],
    ['og:title', name],
    ['og:url', url],
    ['og:site_name', site.name],
    ['og:locale', bcp47(language).replaceAll('-', '_')],
    ...(description === '' ? [] : [['og:description', description] as const]),
    ...(logo ? [['og:image', `${site.server}${logo.png}`] as const] : []),
  ]
  return html`<link rel="canonical" href="${url}">${
    description !== '' && html`<meta name="description" content="${description}">`
  }${graph.map(([property, content]) => html`<meta property="${property}" content="${content}">`)}${linkedData(facts)}`
}

/** Old revisions are not for search engines. */
export const noIndex = (): Html => html`<meta name="robots" content="noindex,follow">`

const linkedData = (facts: object): Html => html`${data(facts, 'linked-data', 'application/ld+json')}`

/** The first sentences of a rendered page, cut at a word. */
export function firstWords(rendered: string): string {
  let at = 0
  for (let i = 0; i < MAX_PARAGRAPHS; i++) {
    const start = rendered.indexOf('<p>', at)
    const end = start < 0 ? -1 : rendered.indexOf('</p>', start)
    if (end < 0) return ''
    const words = plain(rendered.slice(start, Math.min(end, start + MAX_PARAGRAPH)))
    if (words.length > 1) return shortened(words)
    at = end
  }
  return ''
}

const plain = (text: string): string =>
  decodeCharacterReferences(
    text.replace(/<(style|script|sup)\b[^>]*>[^<]*(?:<(?!\/\1)[^<]*)*<\/\1>/g, '').replace(/<[^>]*>/g, ''),
  )
    .replace(/\s+/g, ' ')
    .trim()

function shortened(text: string): string {
  const characters = [...text]
  if (characters.length <= MAX_DESCRIPTION) return text
  const cut = characters.slice(0, MAX_DESCRIPTION).join('')
  return `${cut.replace(/\s+\S*$/, '')}…`
}
