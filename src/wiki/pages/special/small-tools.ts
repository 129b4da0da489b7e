import { Html, html } from '#html/html.ts'
import { errorPage } from '../error-page.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm, postForm } from '../parts/form.ts'

/** `Special:ExpandTemplates`: expands the templates in wikitext. */
export const expandTemplates: Special = {
  name: 'ExpandTemplates',
  group: 'wiki',
  title: 'expandtemplates',
  async show(visit) {
    return { title: visit.words.text('expandtemplates'), content: expandForm(visit, '') }
  },
  async take(visit, _sub, sent) {
    const { words } = visit
    const [text, title] = [sent.text('wpInput'), sent.text('wpContextTitle')]
    const question = { action: 'expandtemplates', text, title: title || null, prop: 'wikitext' }
    const response = await visit.ask(question)
    if (!response.ok) return { tried: { sent, errors: response.errors } }
    const { wikitext } = response.result.expandtemplates
    const shown = await visit.ask({
      action: 'parse',
      text,
      title: title || null,
      contentmodel: 'wikitext',
      prop: 'text',
      disableeditsection: true,
    })
    const result = html`<h2>${words.text('expand_templates_output')}</h2>
      <textarea class="source" rows="10" readonly dir="auto" aria-label="${words.text('expand_templates_output')}">
${wikitext}</textarea>
      ${
        shown.ok &&
        html`<h2>${words.text('expand_templates_preview')}</h2>
          <div class="card">${new Html(shown.result.parse.text)}</div>`
      }`
    visit.tried = { sent, errors: [] }
    return { title: words.text('expandtemplates'), content: html`${expandForm(visit, text)}${result}` }
  },
}

function expandForm(visit: Parameters<Special['show']>[0], text: string) {
  const { words } = visit
  const fields: Field[] = [
    { kind: 'title', name: 'wpContextTitle', label: words.text('expand_templates_title') },
    {
      kind: 'long',
      name: 'wpInput',
      label: words.text('expand_templates_input'),
      rows: 10,
      value: text,
      required: true,
    },
  ]
  const form = postForm(visit, { fields, submit: words.text('expand_templates_ok') })
  return html`<p>${words.html('expand_templates_intro')}</p>${form}`
}

const KINDS = ['page', 'revision', 'user', 'file', 'logid'] as const

/** `Special:Redirect/page/12`: redirects by id or name. */
export const redirectTo: Special = {
  name: 'Redirect',
  group: 'redirects',
  title: 'redirect',
  async show(visit, sub) {
    const { words, search } = visit
    const [kind = '', ...rest] = sub.split('/')
    const type = search.get('wptype') ?? kind
    const value = (search.get('wpvalue') ?? rest.join('/')).trim()
    const address = value === '' ? null : await addressOf(visit, type, value)
    if (address !== null) return { go: address, status: 302 }
    const own = visit.specialTitle(this.name)
    const fields: Field[] = [
      {
        kind: 'choice',
        name: 'wptype',
        label: words.text('redirect-lookup'),
        value: type,
        options: KINDS.map(each => [each, words.text(`redirect-${each}`)] as const),
      },
      { name: 'wpvalue', label: words.text('redirect-value'), value },
    ]
    const wrong = value !== '' && html`<p class="note wrong" role="alert">${words.text('redirect-not-exists')}</p>`
    return {
      title: words.text('redirect'),
      status: value === '' ? 200 : 404,
      content: html`${wrong}${filterForm(visit, own, fields, words.text('redirect-submit'))}`,
    }
  },
}

async function addressOf(visit: Parameters<Special['show']>[0], type: string, value: string): Promise<string | null> {
  const isNumber = /^\d{1,15}$/.test(value)
  if (type === 'revision') return isNumber ? `${visit.site.script}?oldid=${value}` : null
  if (type === 'page') return isNumber ? `${visit.site.script}?curid=${value}` : null
  if (type === 'logid') return isNumber ? visit.special('Log', null, { logid: value }) : null
  if (type === 'user' && isNumber) {
    const { users = [] } = await visit.query({ list: 'users', ususerids: value })
    return users[0]?.name === undefined ? null : visit.address(`${visit.site.namespaces.nameOf(2)}:${users[0].name}`)
  }
  if (type !== 'file') return null
  const width = /^\d{1,5}$/.test(visit.search.get('width') ?? '') ? visit.search.get('width') : null
  const { pages = [] } = await visit.query({
    titles: `${visit.site.namespaces.nameOf(6)}:${value}`,
    prop: 'imageinfo',
    iiprop: 'url',
    iiurlwidth: width,
  })
  const [info] = pages[0]?.imageinfo ?? []
  return info === undefined ? null : (info.thumburl ?? info.url)
}

/** `Special:GoToInterwiki/prefix:Title`: confirms a link to another wiki. */
export const goToInterwiki: Special = {
  name: 'GoToInterwiki',
  group: 'redirects',
  title: 'gotointerwiki',
  unlisted: true,
  async show(visit, sub) {
    const { words } = visit
    const title = words.text('gotointerwiki')
    const response = await visit.ask({ action: 'query', titles: sub.replace(/^force\//, ''), iwurl: true })
    const target = response.ok ? response.result.query?.interwiki?.[0] : undefined
    if (!target?.url) return errorPage(404, title, words.text('gotointerwiki-invalid'))
    return {
      title,
      content: html`<p>${words.html('gotointerwiki-external', visit.site.name)}</p>
        <p><a href="${target.url}" rel="nofollow">${target.url}</a></p>`,
    }
  },
}

/** `Special:BookSources/ISBN`: links to sources for a book. */
export const bookSources: Special = {
  name: 'Booksources',
  group: 'wiki',
  title: 'booksources',
  async show(visit, sub) {
    const { words } = visit
    const input = visit.search.get('isbn') ?? sub
    const isbn = input.replace(/[^0-9Xx]/g, '').toUpperCase()
    const own = visit.specialTitle(this.name)
    const form = filterForm(
      visit,
      own,
      [{ name: 'isbn', label: words.text('booksources-isbn'), value: input }],
      words.text('booksources-search'),
    )
    const page = `${visit.site.namespaces.nameOf(4)}:${words.text('booksources').replaceAll(' ', '_')}`
    const response =
      isbn === ''
        ? null
        : await visit.ask({ action: 'query', titles: page, prop: 'revisions', rvprop: 'content', rvslots: 'main' })
    const text: string | undefined = response?.ok
      ? response.result.query.pages?.[0]?.revisions?.[0]?.slots.main.content
      : undefined
    const wrong =
      isbn !== '' && !isIsbn(isbn) && html`<p class="note warning">${words.text('booksources-invalid-isbn')}</p>`
    const list = text === undefined ? null : await visit.parsed(text.replaceAll('MAGICNUMBER', isbn), page)
    return { title: words.text('booksources'), content: html`${form}${wrong}${list}` }
  },
}

function isIsbn(isbn: string): boolean {
  const digits = [...isbn].map(digit => (digit === 'X' ? 10 : Number(digit)))
  if (isbn.length === 13) return digits.reduce((sum, digit, i) => sum + digit * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0
  return isbn.length === 10 && digits.reduce((sum, digit, i) => sum + digit * (10 - i), 0) % 11 === 0
}

/** `Special:BlankPage`: empty, for scripts that bring their own content. */
export const blankPage: Special = {
  name: 'Blankpage',
  group: 'other',
  title: 'blankpage',
  unlisted: true,
  show: async visit => ({
    title: visit.words.text('blankpage'),
    content: html`<p class="quiet">${visit.words.text('intentionallyblankpage')}</p>`,
  }),
}
