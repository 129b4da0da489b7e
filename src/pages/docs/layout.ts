import { Html, html, type Piece } from '#html/html.ts'
import type { Reader } from '#html/page.ts'
import type { Asker } from '#translation/api/ask.ts'
import type { Page, Visit } from '../send-page.ts'
import { exampleBox, valuesFor } from './examples.ts'
import { type Doc, GROUPS, type Group, type Library } from './library.ts'
import type { Heading } from './markdown.ts'
import { type Hits, LONGEST } from './search.ts'

/** Groups listed under another document, not directly in the contents. */
const BELOW: Readonly<Partial<Record<Group, string>>> = {
  action: 'api/action',
  rest: 'api/rest',
  decisions: 'decisions',
}

interface Middle {
  readonly title: string
  readonly content: Html
  /** The current document, highlighted in the contents. */
  readonly doc?: Doc
  /** Sidebar content. */
  readonly beside?: Piece
  readonly status?: number
  /** Search query. */
  readonly q?: string
}

/** A documentation page: contents, document and page outline. */
export function leaf(library: Library, reader: Reader, { title, content, doc, beside, q }: Middle): Page {
  const { t } = reader
  const around = html`<div class="docs"><a class="docs-jump" href="#docs-contents">${t('docs.contents')}</a>
<div class="docs-text">${crumbs(doc, reader)}<h1${doc && html` lang="en" dir="ltr"`}>${title}</h1>${content}</div>
${beside && html`<aside class="docs-beside" aria-label="${t('docs.on_page')}">${beside}</aside>`}
${contents(library, doc, reader)}</div>`
  return {
    title: doc ? `${title} – ${t('docs.title')}` : title,
    content: around,
    place: 'docs',
    layout: 'wiki',
    needs: ['docs', ...(doc ? ['examples'] : [])],
    texts: doc ? ['docs'] : [],
    find: { action: '/docs/', name: 'q', label: t('docs.search'), ...(q !== undefined && { value: q }) },
  }
}

/** A document with its examples. */
export async function docPage(library: Library, doc: Doc, own: Visit, asker: Asker): Promise<Page> {
  const { reader } = own
  const { parts, examples, headings } = library.rendered(doc)
  const values = await valuesFor(asker, own, examples)
  const boxes = examples.map(example => exampleBox(example, values, reader))
  const text = new Html(parts.map((part, place) => part + (boxes[place]?.text ?? '')).join(''))
  const content = html`${boxes.length > 0 && whoAsks(reader)}
    <article class="prose" lang="en" dir="ltr">${text}</article>
    ${neighbours(library, doc, reader)}`
  return leaf(library, reader, { title: doc.title, content, doc, beside: beside(doc, headings, reader) })
}

function whoAsks({ t, name, here }: Reader): Html {
  const login = html`<a href="/accounts/login/?next=${encodeURIComponent(here)}">${t('docs.log_in')}</a>`
  const words =
    name === null ? t.html('docs.as_visitor', { login }) : t.html('docs.as_you', { name: html`<bdi>${name}</bdi>` })
  return html`<p class="small quiet">${words}</p>`
}

function crumbs(doc: Doc | undefined, { t }: Reader): Piece {
  if (!doc) return false
  const above = BELOW[doc.group]
  const group = above
    ? html`<a href="/docs/${above}/">${t(`docs.group_${doc.group}`)}</a>`
    : html`<span>${t(`docs.group_${doc.group}`)}</span>`
  return html`<nav class="crumbs" aria-label="${t('docs.title')}">
    <a href="/docs/">${t('docs.title')}</a>
    ${group}
    ${doc.shelf && html`<span lang="en">${doc.shelf}</span>`}
  </nav>`
}

const beside = (doc: Doc, headings: readonly Heading[], { t }: Reader): Html => {
  const shown = headings.filter(({ level }) => level === 2 || level === 3)
  const list =
    shown.length > 1 &&
    html`<h2>${t('docs.on_page')}</h2>
      <ul lang="en" dir="ltr">
        ${shown.map(({ id, level, text }) => html`<li class="level-${level}"><a href="#${id}">${text}</a></li>`)}
      </ul>`
  return html`${list}<p class="small"><a href="/docs/${doc.path}.md">${t('docs.as_markdown')}</a></p>`
}

const link = (doc: Doc, current: Doc | undefined): Html =>
  html`<a href="/docs/${doc.path}/" lang="en"${doc === current && html` aria-current="page"`}>${doc.title}</a>`

function contents(library: Library, current: Doc | undefined, { t }: Reader): Html {
  const of = (group: Group) => library.docs.filter(doc => doc.group === group)
  const below = (doc: Doc): Piece => {
    const group = GROUPS.find(each => BELOW[each] === doc.path)
    if (group === undefined || (current !== doc && current?.group !== group)) return false
    return shelves(of(group), current)
  }
  const groups = GROUPS.filter(group => !(group in BELOW)).map(
    group =>
      html`<h3>${t(`docs.group_${group}`)}</h3>
        <ul>
          ${of(group).map(doc => html`<li>${link(doc, current)}${below(doc)}</li>`)}
          ${
            group === 'apis' &&
            html`<li><a href="/api/docs/">${t('docs.viewer')}</a></li>
              <li><a href="/sandbox">${t('docs.sandbox')}</a></li>`
          }
        </ul>`,
  )
  return html`<nav class="docs-contents" id="docs-contents" aria-labelledby="docs-contents-title">
    <h2 id="docs-contents-title">${t('docs.contents')}</h2>
    ${groups}
    <p class="small"><a href="/llms.txt">${t('docs.for_programs')}</a></p>
  </nav>`
}

/** Documents of one kind, collapsed unless the current one is among them. */
function shelves(docs: readonly Doc[], current: Doc | undefined): Html {
  const byShelf = Map.groupBy(docs, doc => doc.shelf)
  const list = (some: readonly Doc[]) => html`<ul>${some.map(doc => html`<li>${link(doc, current)}</li>`)}</ul>`
  return html`${[...byShelf].map(([shelf, some]) =>
    shelf === undefined
      ? list(some)
      : html`<details${some.includes(current as Doc) && html` open`}>
        <summary lang="en">${shelf}</summary>
        ${list(some)}
      </details>`,
  )}`
}

/** Previous and next links within a group. */
function neighbours(library: Library, doc: Doc, { t }: Reader): Piece {
  const same = library.docs.filter(each => each.group === doc.group)
  const at = same.indexOf(doc)
  const [before, after] = [same[at - 1], same[at + 1]]
  if (!before && !after) return false
  const way = (to: Doc | undefined, word: string, rel: string): Piece =>
    to && html`<a rel="${rel}" href="/docs/${to.path}/"><small>${word}</small><span lang="en">${to.title}</span></a>`
  return html`<div class="docs-ways">
    ${way(before, t('docs.previous'), 'prev') || html`<span></span>`}${way(after, t('docs.next'), 'next')}
  </div>`
}

/** The contents with a summary of each document. */
export function homeOfDocs(library: Library, reader: Reader): Page {
  const { t } = reader
  const groups = GROUPS.filter(group => !(group in BELOW)).map(group => {
    const docs = library.docs.filter(doc => doc.group === group)
    return html`<section aria-labelledby="group-${group}">
      <h2 id="group-${group}">${t(`docs.group_${group}`)}</h2>
      <ul class="docs-list">
        ${docs.map(
          doc =>
            html`<li lang="en" dir="ltr">
              <a href="/docs/${doc.path}/">${doc.title}</a><br><span class="small quiet">${doc.summary}</span>
            </li>`,
        )}
      </ul>
    </section>`
  })
  return leaf(library, reader, {
    title: t('docs.title'),
    content: html`<p>${t('docs.intro')}</p>${field(reader, '')}${groups}`,
  })
}

const field = ({ t }: Reader, q: string): Html =>
  html`<form class="search-line" role="search" action="/docs/" aria-label="${t('docs.title')}">
    <input type="search" name="q" value="${q}" aria-label="${t('docs.search')}" maxlength="${LONGEST}"
      autocomplete="off">
    <button class="button first">${t('docs.search_button')}</button>
  </form>`

/** Search results. */
export function resultsPage(library: Library, reader: Reader, q: string, { total, best }: Hits): Page {
  const { t } = reader
  const count =
    total > best.length ? t('docs.first_results', { shown: best.length, total }) : t('docs.results', { count: total })
  const list = html`<p class="quiet" role="status">${count}</p><ol class="docs-results">${best.map(
    ({ doc, id, heading, extract }) =>
      html`<li lang="en" dir="ltr">
        <a href="/docs/${doc.path}/${heading !== doc.title && `#${id}`}">${heading}</a>
        ${heading !== doc.title && html`<span class="small quiet">${doc.title}</span>`}
        <p class="small">${extract}</p>
      </li>`,
  )}</ol>`
  const content = html`${field(reader, q)}
    ${total === 0 ? html`<p class="empty">${t('docs.nothing', { q })}</p>` : list}`
  return leaf(library, reader, { title: `${q} – ${t('docs.title')}`, content, q })
}
