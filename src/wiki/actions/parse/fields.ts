import type { ActionRun } from '../../api/action-run.ts'
import { asObject, list, pairs, type Row, textElements } from '../../api/result/shape.ts'
import type { RenderedPage } from '../../wikitext/html/render.ts'
import type { Rendering } from '../../wikitext/html/rendering.ts'
import { parseTreeXml } from '../../wikitext/parse-tree-xml.ts'
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
  readonly rendered: RenderedPage
  readonly summary: Row
  readonly prop: ReadonlySet<string>
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
  const { subject, saved, rendered, summary, prop } = parsed
  const { page, revision, redirects } = subject
  const { html, rendering } = rendered
  const { output } = rendering.state
  const fields: Row = {
    title: run.titleText(page.ns, page.dbkey),
    pageid: subject.pageId,
    ...(revision && (revision.always || prop.has('revid')) && { revid: revision.id }),
    ...(redirects && { redirects: list('r', [...redirects]) }),
    ...(prop.has('text') && { text: html }),
    ...summary,
    ...(prop.has('langlinks') && { langlinks: languageLinks(run, output) }),
    ...(await categoryFields(run, subject, output, prop)),
    ...(prop.has('links') && { links: list('pl', await linkedPages(run, output)) }),
    ...(prop.has('templates') && { templates: list('tl', await includedPages(run, output.templates.list())) }),
    ...(prop.has('images') && { images: list('img', [...output.images]) }),
    ...(prop.has('externallinks') && { externallinks: list('el', [...output.externalLinks]) }),
    ...(prop.has('sections') && sectionFields(run, subject, rendering)),
    ...(prop.has('parsewarnings') && { parsewarnings: list('pw', []) }),
    ...(prop.has('parsewarningshtml') && { parsewarningshtml: list('pw', []) }),
    ...(prop.has('displaytitle') && { displaytitle: displayTitle(run, subject, output) }),
    ...(prop.has('subtitle') && { subtitle: '' }),
    ...(prop.has('headitems') && { headitems: list('hi', []) }),
    ...(prop.has('headhtml') && { headhtml: headHtml(run, subject) }),
    ...(prop.has('modules') && { modules: list('m', []), modulescripts: list('m', []), modulestyles: list('m', []) }),
    ...(prop.has('jsconfigvars') && { jsconfigvars: asObject({}) }),
    ...(prop.has('encodedjsconfigvars') && { encodedjsconfigvars: '[]' }),
    ...(prop.has('indicators') && { indicators: pairs(indicatorsOf(rendering, prop), 'ind') }),
    ...(prop.has('iwlinks') && { iwlinks: interwikiLinks(run, output) }),
    ...(prop.has('wikitext') && { wikitext: subject.text }),
    ...(prop.has('wikitext') && saved !== null && { psttext: saved }),
    ...(prop.has('properties') && { properties: pairs(Object.fromEntries(output.properties), 'pp') }),
    ...limitReportFields(run, rendering, prop),
    ...(prop.has('parsetree') && { parsetree: parseTreeXml(saved ?? subject.text, run.wiki.site.info.extensiontags) }),
  }
  return textElements(fields, TEXTS)
}

/** Beside the text they stand in an element like the one around the text. */
function indicatorsOf({ indicators, options }: Rendering, prop: ReadonlySet<string>): Row {
  const css = prop.has('text') ? escapeHtml(options.wrapper) : ''
  const wrapped = (html: string) => (css === '' ? html : `<div class="${css}">${html}</div>`)
  return Object.fromEntries([...indicators].map(([name, html]) => [name, wrapped(html)]))
}
