import { html } from '#html/html.ts'
import type { Special } from '../page.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { titleLink } from '../parts/links.ts'
import { type Walk, walk } from '../parts/pager.ts'
import { scrollTable } from '../parts/table.ts'
import type { Visit } from '../visit.ts'

/** A list of pages with a filter form. */
async function foundPages<R extends { readonly title: string }>(
  visit: Visit,
  fields: readonly Field[],
  {
    name,
    title,
    question,
  }: { name: string; title: string; question: (Walk<R> & { line?: (row: R) => unknown }) | null },
) {
  const { words } = visit
  const form = filterForm(visit, visit.specialTitle(name), fields, words.text('allpagessubmit'))
  if (question === null) return { title, content: form }
  const { rows, pager } = await walk<R>(visit, question)
  const items = rows.map(row => html`<li>${titleLink(visit, row.title)} ${question.line?.(row) as string}</li>`)
  return {
    title,
    content: html`${form}${
      items.length === 0 ? html`<p class="empty">${words.text('specialpage-empty')}</p>` : html`<ul>${items}</ul>`
    }${pager}`,
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
    return foundPages<{ title: string; url: string }>(visit, [field, namespaceField(visit)], {
      name: this.name,
      title: words.text('linksearch'),
      question:
        query === ''
          ? null
          : {
              prefix: 'eu',
              question: {
                list: 'exturlusage',
                euquery: query,
                euprotocol: protocol?.toLowerCase() ?? 'https',
                eunamespace: namespaceOf(visit),
                euprop: 'title|url',
              },
              rows: answer => answer.query?.exturlusage ?? [],
              line: ({ url }) => html`<span class="quiet" dir="ltr">${url}</span>`,
            },
    })
  },
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
    const names = pagepropnames.map(({ propname }: { propname: string }) => propname) as string[]
    const field: Field = {
      kind: 'choice',
      name: 'propname',
      label: words.text('pageswithprop-prop'),
      options: ['', ...names].map(each => [each, each] as const),
      value: property,
    }
    return foundPages<{ title: string; value?: string }>(visit, [field], {
      name: this.name,
      title: words.text('pageswithprop'),
      question: names.includes(property)
        ? {
            prefix: 'pwp',
            question: { list: 'pageswithprop', pwppropname: property, pwpprop: 'title|value' },
            rows: answer => answer.query?.pageswithprop ?? [],
            line: ({ value }) => value && html`<span class="quiet" dir="auto">${value}</span>`,
          }
        : null,
    })
  },
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
    return foundPages<{ title: string }>(visit, [field], {
      name: this.name,
      title: words.text('fileduplicatesearch'),
      question:
        filename === ''
          ? null
          : {
              prefix: 'df',
              question: { prop: 'duplicatefiles', titles: `${visit.site.namespaces.nameOf(6)}:${filename}` },
              rows: answer =>
                (answer.query?.pages?.[0]?.duplicatefiles ?? []).map(({ name }: { name: string }) => ({
                  title: `${visit.site.namespaces.nameOf(6)}:${name.replaceAll('_', ' ')}`,
                })),
            },
    })
  },
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
    const rows = (allmessages as { name: string; content?: string; default?: string; customised?: boolean }[]).slice(
      0,
      MAX_MESSAGES,
    )
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
