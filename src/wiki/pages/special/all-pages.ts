import { type Html, html } from '#html/html.ts'
import { NS } from '../../site/namespaces.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Shown, Special } from '../page.ts'
import { type Field, filterForm, namespaceField, namespaceOf } from '../parts/form.ts'
import { having } from '../parts/items.ts'
import { titleLink } from '../parts/links.ts'
import { walk, walksBack } from '../parts/pager.ts'
import type { Visit } from '../visit.ts'

/** Continue values are titles without the namespace. */
const withoutNamespace = (visit: Visit, { title }: { readonly title: string }): string => {
  const parsed = parseTitle(visit.site, title)
  return 'invalid' in parsed ? title : parsed.dbkey
}

/** Splits text into namespace and prefix: `Template:No` lists templates that start with "No". */
function splitNamespace(visit: Visit, text: string): { readonly text: string; readonly namespace: number } {
  const namespace = namespaceOf(visit) ?? NS.main
  const colon = text.indexOf(':')
  const named = colon > 0 ? visit.site.namespaces.idOf(text.slice(0, colon)) : undefined
  return named !== undefined && named >= 0
    ? { text: text.slice(colon + 1).trim(), namespace: named }
    : { text, namespace }
}

async function titles(
  visit: Visit,
  name: string,
  heading: string,
  question: { from?: string; prefix?: string; namespace: number },
  fields: readonly Field[],
): Promise<Shown> {
  const { words, search } = visit
  const { namespace } = question
  const back = walksBack(visit)
  const { rows, pager } = await walk(visit, {
    prefix: 'gap',
    goesOn: 'gapcontinue',
    usual: 250,
    question: {
      generator: 'allpages',
      prop: 'info',
      gapnamespace: namespace,
      [back ? 'gapto' : 'gapfrom']: question.from,
      gapprefix: question.prefix,
      gapfilterredir: search.has('hideredirects') ? 'nonredirects' : undefined,
    },
    rows: answer =>
      having(answer.query?.pages, 'title').sort(
        (a, b) => compare(withoutNamespace(visit, a), withoutNamespace(visit, b)) * (back ? -1 : 1),
      ),
    both: { dirs: ['ascending', 'descending'], place: row => withoutNamespace(visit, row), byTitle: true },
  })
  const own = visit.specialTitle(name)
  const form = filterForm(
    visit,
    own,
    [
      ...fields,
      { ...namespaceField(visit, 'namespace', false), value: String(namespace) },
      { kind: 'box', name: 'hideredirects', label: words.text('allpages-hide-redirects') },
    ],
    words.text('allpagessubmit'),
  )
  return {
    title: heading,
    content: html`${form}${
      rows.length === 0 && html`<p class="note">${words.text('specialpage-empty')}</p>`
    }${pager}${columns(rows.map(row => titleLink(visit, row.title, { redirect: row.redirect === true })))}${pager}`,
  }
}

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

export const columns = (items: readonly Html[]): Html =>
  html`<ul class="members">${items.map(item => html`<li>${item}</li>`)}</ul>`

/** `Special:AllPages`: all pages of a namespace by title. */
export const allPages: Special = {
  name: 'Allpages',
  group: 'pages',
  title: 'allpages',
  show(visit, sub) {
    const { words } = visit
    const typed = (visit.search.get('from') ?? sub.replaceAll('_', ' ')).trim()
    const { text, namespace } = splitNamespace(visit, typed)
    const heading =
      namespace === NS.main
        ? words.text('allarticles')
        : words.text('allinnamespace', visit.site.namespaces.nameOf(namespace))
    const field: Field = { kind: 'title', name: 'from', label: words.text('allpagesfrom'), value: typed }
    return titles(visit, this.name, heading, { namespace, ...(text !== '' && { from: text }) }, [field])
  },
}

/** `Special:PrefixIndex`: pages with a title prefix. */
export const prefixIndex: Special = {
  name: 'Prefixindex',
  group: 'pages',
  title: 'prefixindex',
  show(visit, sub) {
    const { words } = visit
    const typed = (visit.search.get('prefix') ?? sub.replaceAll('_', ' ')).trim()
    const { text, namespace } = splitNamespace(visit, typed)
    const field: Field = { kind: 'title', name: 'prefix', label: words.text('allpagesprefix'), value: typed }
    return titles(visit, this.name, words.text('prefixindex'), { namespace, ...(text !== '' && { prefix: text }) }, [
      field,
    ])
  },
}
