import { type Html, html } from '#html/html.ts'
import { NS } from '../../site/namespaces.ts'
import type { Shown, Special } from '../page.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { titleLink } from '../parts/links.ts'
import { walk } from '../parts/pager.ts'
import { scrollTable } from '../parts/table.ts'
import type { Visit } from '../visit.ts'

interface FoundPages {
  readonly name: string
  readonly title: string
  readonly fields: readonly Field[]
  /** Null before anything was searched. */
  readonly found: { readonly items: readonly Html[]; readonly pager: Html } | null
}

/** A list of pages with a filter form. */
function foundPages(visit: Visit, { name, title, fields, found }: FoundPages): Shown {
  const { words } = visit
  const form = filterForm(visit, visit.specialTitle(name), fields, words.text('allpagessubmit'))
  if (found === null) return { title, content: form }
  const list = found.items.map(item => html`<li>${item}</li>`)
  return {
    title,
    content: html`${form}${
      list.length === 0 ? html`<p class="empty">${words.text('specialpage-empty')}</p>` : html`<ul>${list}</ul>`
    }${found.pager}`,
  }
}

/** `Special:LinkSearch`: pages with an external link. */
export const linkSearch: Special = {
  name: 'LinkSearch',
  group: 'redirects',
  title: 'linksearch',
  async show(visit, sub) {
    const { words } = visit
    const target = (visit.search.get('target') ?? sub).trim()
    const [, protocol = null, query = ''] = /^(?:([a-z][a-z0-9+.-]*):(?:\/\/)?)?(.*)$/i.exec(target) ?? []
    const field: Field = { kind: 'search', name: 'target', label: words.text('linksearch-pat'), value: target }
    const fields = [field, namespaceField(visit)]
    const found = query === '' ? null : await pagesWithLink(visit, protocol?.toLowerCase() ?? 'https', query)
    return foundPages(visit, { name: this.name, title: words.text('linksearch'), fields, found })
  },
}

async function pagesWithLink(visit: Visit, protocol: string, query: string) {
  const { rows, pager } = await walk(visit, {
    prefix: 'eu',
    question: {
      list: 'exturlusage',
      euquery: query,
      euprotocol: protocol,
      eunamespace: namespaceOf(visit),
      euprop: 'title|url',
    },
    rows: answer => having(answer.query?.exturlusage, 'title'),
  })
  const items = rows.map(
    ({ title, url }) => html`${titleLink(visit, title)} <span class="quiet" dir="ltr">${url}</span>`,
  )
  return { items, pager }
}

/** `Special:PagesWithProp`: pages with a page property (`displaytitle`, …). */
export const pagesWithProp: Special = {
  name: 'PagesWithProp',
  group: 'pages',
  title: 'pageswithprop',
  async show(visit, sub) {
    const { words } = visit
    const property = visit.search.get('propname') ?? sub
    const { pagepropnames = [] } = await visit.query({ list: 'pagepropnames', ppnlimit: 'max' })
    const names = pagepropnames.map(({ propname }) => propname)
    const field: Field = {
      kind: 'choice',
      name: 'propname',
      label: words.text('pageswithprop-prop'),
      options: ['', ...names].map(each => [each, each] as const),
      value: property,
    }
    const found = names.includes(property) ? await pagesWithProperty(visit, property) : null
    return foundPages(visit, { name: this.name, title: words.text('pageswithprop'), fields: [field], found })
  },
}

async function pagesWithProperty(visit: Visit, property: string) {
  const { rows, pager } = await walk(visit, {
    prefix: 'pwp',
    question: { list: 'pageswithprop', pwppropname: property, pwpprop: 'title|value' },
    rows: answer => having(answer.query?.pageswithprop, 'title'),
  })
  const items = rows.map(
    ({ title, value }) =>
      html`${titleLink(visit, title)} ${value && html`<span class="quiet" dir="auto">${value}</span>`}`,
  )
  return { items, pager }
}

/** `Special:FileDuplicateSearch`: duplicates of a file. */
export const fileDuplicateSearch: Special = {
  name: 'FileDuplicateSearch',
  group: 'media',
  title: 'fileduplicatesearch',
  async show(visit, sub) {
    const { words } = visit
    const filename = (visit.search.get('filename') ?? sub).replace(/^[^:]*:/, '').trim()
    const field: Field = {
      kind: 'title',
      name: 'filename',
      label: words.text('fileduplicatesearch-filename'),
      value: filename,
    }
    const found = filename === '' ? null : await duplicatesOf(visit, filename)
    return foundPages(visit, { name: this.name, title: words.text('fileduplicatesearch'), fields: [field], found })
  },
}

async function duplicatesOf(visit: Visit, filename: string) {
  const namespace = visit.site.namespaces.nameOf(NS.file)
  const { rows, pager } = await walk(visit, {
    prefix: 'df',
    question: { prop: 'duplicatefiles', titles: `${namespace}:${filename}` },
    rows: answer => answer.query?.pages?.[0]?.duplicatefiles ?? [],
  })
  const items = rows.map(({ name }) => html`${titleLink(visit, `${namespace}:${name.replaceAll('_', ' ')}`)} `)
  return { items, pager }
}

/** `Special:AllMessages`: interface messages and their customised versions. */
export const allMessages: Special = {
  name: 'Allmessages',
  group: 'wiki',
  title: 'allmessages',
  async show(visit) {
    const { words, search } = visit
    const prefix = search.get('prefix') ?? ''
    const state = ['modified', 'unmodified'].find(each => each === search.get('filter')) ?? 'all'
    const fields: Field[] = [
      { kind: 'search', name: 'prefix', label: words.text('allmessages-prefix'), value: prefix },
      {
        kind: 'choice',
        name: 'filter',
        label: words.text('allmessages-filter'),
        value: state,
        options: (['all', 'modified', 'unmodified'] as const).map(
          each => [each, words.text(`allmessages-filter-${each}`)] as const,
        ),
      },
    ]
    const { allmessages = [] } = await visit.query({
      meta: 'allmessages',
      ammessages: '*',
      amprefix: prefix || 'main',
      amprop: 'default',
      amcustomised: state,
      amlang: visit.language === 'qqx' ? 'en' : visit.language,
    })
    const rows = allmessages.slice(0, MAX_MESSAGES)
    const namespace = visit.site.namespaces.nameOf(8)
    const body = rows.map(row => {
      const page = titleLink(visit, `${namespace}:${row.name}`, { text: row.name, missing: !row.customised })
      const shipped = row.default !== undefined && row.default !== row.content && html`<br><del>${row.default}</del>`
      return html`<tr><td>${page}</td><td dir="auto">${row.content}${shipped}</td></tr>`
    })
    const form = filterForm(visit, visit.specialTitle(this.name), fields, words.text('allmessages-filter-submit'))
    const heads = [words.text('allmessagesname'), words.text('allmessagescurrent')]
    return {
      title: words.text('allmessages'),
      wide: true,
      content: html`${form}${
        rows.length === 0
          ? html`<p class="empty">${words.text('specialpage-empty')}</p>`
          : scrollTable(words.text('allmessages'), heads, body)
      }`,
    }
  },
}

const MAX_MESSAGES = 500
