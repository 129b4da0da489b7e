import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import type { Question } from '../../api/ask.ts'
import { EXPORT_FOOTER, exportHeader } from '../../content/page-export/write-export.ts'
import { type PageName, pagesByName } from '../../content/pages.ts'
import { addTemplates, eachPage } from '../../export/choose-pages.ts'
import { streamPages } from '../../export/page-stream.ts'
import { Tally } from '../../export/tally.ts'
import { NS } from '../../site/namespaces.ts'
import { digitTimestamp } from '../../site/timestamp.ts'
import { parseTitle } from '../../site/titles.ts'
import type { Wiki } from '../../wiki.ts'
import { errorPage } from '../error-page.ts'
import type { Shown, Special } from '../page.ts'
import { type Field, namespaceField, postForm } from '../parts/form.ts'
import type { Sent, Visit } from '../visit.ts'

/** For more pages, use `parlance wiki export`. */
const MAX_PAGES = 5000
/** Concurrent exports per process: histories are long, and reading must stay fast. */
const MAX_AT_ONCE = 4
const PAGES_AT_A_TIME = 100

let underWay = 0

/** Options of an export. */
interface ExportOptions {
  readonly titles: readonly string[]
  /** All revisions instead of the latest of each page. */
  readonly history: boolean
  readonly templates: boolean
  /** Whether the browser should save a file. */
  readonly download: boolean
}

/** `Special:Export`: exports pages as XML. */
export const exportPages: Special = {
  name: 'Export',
  group: 'pagetools',
  title: 'export',
  async show(visit, sub) {
    const { search } = visit
    const titles = titlesIn(search.get('pages') ?? sub)
    if (titles.length === 0 || visit.tried) return exportForm(visit, [])
    const [history, templates] = [search.has('history'), search.has('templates')]
    return sendExport(visit, { titles, history, templates, download: search.has('wpDownload') })
  },
  async take(visit, sub, sent) {
    const titles = titlesIn(sent.text('pages') || sub)
    if (sent.has('addcat')) return exportForm(visit, [...titles, ...(await membersOf(visit, sent))], sent)
    if (sent.has('addns')) return exportForm(visit, [...titles, ...(await pagesIn(visit, sent))], sent)
    if (titles.length === 0)
      return { tried: { sent, errors: [{ code: 'missingparam', html: visit.words.text('export-nothing') }] } }
    const [history, templates] = [!sent.has('curonly'), sent.has('templates')]
    return sendExport(visit, { titles, history, templates, download: sent.has('wpDownload') })
  },
}

const titlesIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== ''),
  ),
]

function exportForm(visit: Visit, titles: readonly string[], sent?: Sent): Shown {
  const { words } = visit
  const ticked = (name: string, usual: boolean) => (sent ? sent.has(name) : usual)
  const adding = (label: string, field: ReturnType<typeof html>, button: string, text: string): Field => ({
    kind: 'html',
    content: html`<div class="field">
      <label for="f-${button}">${label}</label>
      <div class="with-button">${field}<button class="button" name="${button}" value="1">${text}</button></div>
    </div>`,
  })
  const { options } = namespaceField(visit, 'nsindex', false) as Extract<Field, { kind: 'choice' | 'radio' }>
  const category = html`<input id="f-addcat" name="catname" dir="auto" value="${sent?.text('catname') ?? ''}">`
  const namespace = html`<select id="f-addns" name="nsindex">
    ${options.map(
      ([id, text]) => html`<option value="${id}"${sent?.text('nsindex') === id && html` selected`}>${text}</option>`,
    )}
  </select>`
  const fields: Field[] = [
    adding(words.text('export-addcattext'), category, 'addcat', words.text('export-addcat')),
    adding(words.text('export-addnstext'), namespace, 'addns', words.text('export-addns')),
    {
      kind: 'long',
      name: 'pages',
      label: words.text('export-manual'),
      rows: 10,
      value: [...new Set(titles)].slice(0, MAX_PAGES).join('\n'),
      hint: visit.reader.t('wiki.one_title_per_line'),
    },
    { kind: 'box', name: 'curonly', label: words.text('exportcuronly'), checked: ticked('curonly', true) },
    { kind: 'box', name: 'templates', label: words.text('export-templates'), checked: ticked('templates', false) },
    { kind: 'box', name: 'wpDownload', label: words.text('export-download'), checked: ticked('wpDownload', true) },
  ]
  const submit = words.text('export-submit')
  const form = postForm(visit, { fields, submit, action: visit.special('Export') })
  return {
    title: words.text('export'),
    content: html`<p>${words.html('exporttext')}</p>${form}`,
  }
}

/** Titles from an API list, up to the export limit. */
async function listed(
  visit: Visit,
  list: string,
  prefix: string,
  more: Record<string, string | number>,
): Promise<string[]> {
  const titles: string[] = []
  let after: Record<string, string> | null = {}
  do {
    const question: Question = { action: 'query', list, [`${prefix}limit`]: 'max', ...more, ...after }
    // biome-ignore lint/suspicious/noExplicitAny: shape depends on the list
    const answer: any = await visit.need(question)
    for (const { title } of answer.query?.[list] ?? []) titles.push(title)
    after = answer.continue ?? null
  } while (after !== null && titles.length < MAX_PAGES)
  return titles
}

const membersOf = async (visit: Visit, sent: Sent): Promise<string[]> => {
  const name = sent.text('catname').trim()
  const category = `${visit.site.namespaces.nameOf(NS.category)}:${name}`
  return name === '' || 'invalid' in parseTitle(visit.site, category)
    ? []
    : listed(visit, 'categorymembers', 'cm', { cmtitle: category })
}

const pagesIn = async (visit: Visit, sent: Sent): Promise<string[]> => {
  const ns = Number(sent.text('nsindex') || '0')
  return visit.site.namespaces.holdingPages.includes(ns) ? listed(visit, 'allpages', 'ap', { apnamespace: ns }) : []
}

async function sendExport(visit: Visit, wish: ExportOptions): Promise<Shown | FastifyReply> {
  const { wiki, site, words, reply, reader } = visit
  if (wish.titles.length > MAX_PAGES)
    return errorPage(400, words.text('export'), reader.t('wiki.too_many_pages', { count: MAX_PAGES }))
  if (underWay >= MAX_AT_ONCE) return errorPage(503, words.text('export'), reader.t('wiki.busy'))
  const names = wish.titles.flatMap((text): PageName[] => {
    const title = parseTitle(site, text)
    return 'invalid' in title || title.interwiki !== '' || title.ns < 0 ? [] : [{ ns: title.ns, title: title.dbkey }]
  })
  const ids = new Set((await pagesByName(wiki.db, names)).map(({ id }) => id))
  if (wish.templates) await addTemplates(wiki.db, ids)
  const at = digitTimestamp(seconds(wiki.clock))
  const file = `${site.name.replace(/[^\w.-]+/g, '_') || 'wiki'}-${at}.xml`
  return reply
    .header('Content-Type', 'application/xml; charset=utf-8')
    .header('Content-Disposition', `${wish.download ? 'attachment' : 'inline'}; filename="${file}"`)
    .header('Content-Security-Policy', "default-src 'none'")
    .header('X-Content-Type-Options', 'nosniff')
    .header('Cache-Control', 'private, no-store')
    .send(Readable.from(written(wiki, ids, wish.history)))
}

/** Pages by id, a few megabytes at a time; stops when the reader disconnects. */
async function* written(wiki: Wiki, ids: ReadonlySet<number>, history: boolean): AsyncGenerator<string> {
  const { db, site } = wiki
  underWay++
  try {
    yield exportHeader(site, '0.11')
    const all = Number.MAX_SAFE_INTEGER
    for await (const pages of eachPage(db, { namespaces: undefined, ids }, { after: 0, upTo: all }, PAGES_AT_A_TIME)) {
      const options = { history, upTo: all, withHidden: false, dense: false }
      for await (const { text } of streamPages(wiki, site, pages, options, new Tally())) yield text
    }
    yield EXPORT_FOOTER
  } finally {
    underWay--
  }
}
