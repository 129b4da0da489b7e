import type { ActionRun } from '../../api/action-run.ts'
import { asObject, list, pairs, type Row, textElements } from '../../api/result/shape.ts'
import type { RenderedText } from '../../content/text-work/orders.ts'
import { escapeHtml } from '../../wikitext/text.ts'
import { categoryFields } from './categories.ts'
import { displayTitle } from './display-title.ts'
import { interwikiLinks, languageLinks } from './foreign-links.ts'
import { includedPages, linkedPages } from './found-pages.ts'
import { headHtml } from './head-html.ts'
import { limitReportFields } from './limit-report.ts'
import { sectionFields } from './sections.ts'
import type { Subject } from './subject.ts'

export interface Parsed {
  readonly subject: Subject
  /** The text as it would be saved, where that was asked for. */
  readonly saved: string | null
  readonly rendered: RenderedText
  readonly parseTree: string | null
  readonly summary: Row
  readonly prop: ReadonlySet<string>
  /** Class of the element around the text. */
  readonly wrapper: string
}

/** Texts that are the content of an element of their own. */
const TEXTS = [
  'text',
  'parsedsummary',
  'categorieshtml',
  'headhtml',
  'wikitext',
  'psttext',
  'parsetree',
  'limitreporthtml',
]

export async function parseFields(run: ActionRun, parsed: Parsed): Promise<Row> {
  const { subject, saved, rendered, parseTree, summary, prop } = parsed
  const { page, revision, redirects } = subject
  const { html, found } = rendered
  const fields: Row = {
    title: run.titleText(page.ns, page.dbkey),
    pageid: subject.pageId,
    ...(revision && (revision.always || prop.has('revid')) && { revid: revision.id }),
    ...(redirects && { redirects: list('r', [...redirects]) }),
    ...(prop.has('text') && { text: html }),
    ...summary,
    ...(prop.has('langlinks') && { langlinks: languageLinks(run, found) }),
    ...(await categoryFields(run, subject, found, prop)),
    ...(prop.has('links') && { links: list('pl', await linkedPages(run, found)) }),
    ...(prop.has('templates') && { templates: list('tl', await includedPages(run, found.templates)) }),
    ...(prop.has('images') && { images: list('img', found.images) }),
    ...(prop.has('externallinks') && { externallinks: list('el', found.externalLinks) }),
    ...(prop.has('sections') && sectionFields(rendered)),
    ...(prop.has('parsewarnings') && { parsewarnings: list('pw', []) }),
    ...(prop.has('parsewarningshtml') && { parsewarningshtml: list('pw', []) }),
    ...(prop.has('displaytitle') && { displaytitle: displayTitle(run, subject, found) }),
    ...(prop.has('subtitle') && { subtitle: '' }),
    ...(prop.has('headitems') && { headitems: list('hi', []) }),
    ...(prop.has('headhtml') && { headhtml: headHtml(run, subject) }),
    ...(prop.has('modules') && { modules: list('m', []), modulescripts: list('m', []), modulestyles: list('m', []) }),
    ...(prop.has('jsconfigvars') && { jsconfigvars: asObject({}) }),
    ...(prop.has('encodedjsconfigvars') && { encodedjsconfigvars: '[]' }),
    ...(prop.has('indicators') && { indicators: pairs(indicatorsOf(parsed), 'ind') }),
    ...(prop.has('iwlinks') && { iwlinks: interwikiLinks(run, found) }),
    ...(prop.has('wikitext') && { wikitext: subject.text }),
    ...(prop.has('wikitext') && saved !== null && { psttext: saved }),
    ...(prop.has('properties') && { properties: pairs(found.properties, 'pp') }),
    ...limitReportFields(run, rendered, prop),
    ...(parseTree !== null && { parsetree: parseTree }),
  }
  return textElements(fields, TEXTS)
}

/** Beside the text they stand in an element like the one around the text. */
function indicatorsOf({ rendered, wrapper, prop }: Parsed): Row {
  const css = prop.has('text') ? escapeHtml(wrapper) : ''
  const wrapped = (html: string) => (css === '' ? html : `<div class="${css}">${html}</div>`)
  return Object.fromEntries([...rendered.indicators].map(([name, html]) => [name, wrapped(html)]))
}
