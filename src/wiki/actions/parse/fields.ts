import { direction } from '#languages/direction.ts'
import { formatNumber } from '#languages/number-format.ts'
import { autonym, nameOf } from '#languages/wiki-languages.ts'
import type { ActionRun } from '../../api/action-run.ts'
import { inline } from '../../api/help/message-html.ts'
import { asObject, content, lasting, list, pairs, textElements } from '../../api/result/shape.ts'
import type { RenderedText } from '../../content/text-work/orders.ts'
import { foreignUrl } from '../../query/families/foreign-links.ts'
import { isHidden, isSuppressed } from '../../site/hidden-parts.ts'
import { MODULE_MODEL } from '../../wikitext/module-documentation.ts'
import type { Found } from '../../wikitext/state/output.ts'
import { escapeHtml } from '../../wikitext/text.ts'
import { categoryFields } from './categories.ts'
import { includedPages, linkedPages } from './found-pages.ts'
import type { ParseResult } from './parse-result.ts'
import type { Subject } from './subject.ts'

interface Parsed {
  readonly subject: Subject
  /** The text after the pre-save transform, if requested. */
  readonly saved: string | null
  readonly rendered: RenderedText
  readonly parseTree: string | null
  readonly summary: Pick<ParseResult, 'parsedsummary'>
  readonly prop: ReadonlySet<string>
  /** CSS class of the element around the text. */
  readonly wrapper: string
  /** Whether the request names a skin. */
  readonly hasSkin: boolean
}

/** Fields that become elements with text content in XML. */
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

/** Marks a hidden text for readers who may see it. */
const hiddenFields = (hidden: number) => ({
  ...(isHidden(hidden, 'text') && { textdeleted: true }),
  ...(isHidden(hidden, 'text') && isSuppressed(hidden) && { textsuppressed: true }),
})

export async function parseFields(run: ActionRun, parsed: Parsed) {
  const { subject, saved, rendered, parseTree, summary, prop } = parsed
  const { page, revision, redirects } = subject
  const { html, found } = rendered
  const fields = {
    title: run.titleText(page.ns, page.dbkey),
    pageid: subject.pageId,
    ...hiddenFields(subject.hidden ?? 0),
    ...(revision && (revision.always || prop.has('revid')) && { revid: revision.id }),
    ...(redirects && { redirects: list('r', [...redirects]) }),
    ...(prop.has('text') && { text: html }),
    ...summary,
    ...(prop.has('langlinks') && { langlinks: languageLinks(run, found) }),
    ...(await categoryFields(run, subject, found, prop)),
    ...(prop.has('links') && { links: list('pl', await linkedPages(run, found)) }),
    ...(prop.has('templates') && { templates: list('tl', await includedPages(run, found.templates)) }),
    ...(prop.has('images') && { images: list('img', [...found.images]) }),
    ...(prop.has('externallinks') && { externallinks: list('el', [...found.externalLinks]) }),
    ...(prop.has('sections') && sectionFields(rendered)),
    ...(prop.has('parsewarnings') && { parsewarnings: list('pw', [...rendered.warnings]) }),
    ...(prop.has('parsewarningshtml') && {
      parsewarningshtml: list(
        'pw',
        rendered.warnings.map(text => warningHtml(run, subject, text)),
      ),
    }),
    ...(prop.has('displaytitle') && { displaytitle: displayTitle(run, subject, rendered) }),
    ...(prop.has('subtitle') && { subtitle: '' }),
    ...(prop.has('headitems') && { headitems: list('hi', []) }),
    ...(prop.has('headhtml') && { headhtml: headHtml(run, subject) }),
    ...(prop.has('modules') && {
      modules: list('m', rendered.scriptErrors.length > 0 ? ['ext.scribunto.errors'] : []),
      modulescripts: list('m', []),
      modulestyles: list('m', [...rendered.styles]),
    }),
    ...(prop.has('jsconfigvars') && { jsconfigvars: asObject(scriptVariables(rendered)) }),
    ...(prop.has('encodedjsconfigvars') && { encodedjsconfigvars: encodedVariables(rendered) }),
    ...(prop.has('indicators') && { indicators: pairs(indicatorsOf(parsed), 'ind') }),
    ...(prop.has('iwlinks') && { iwlinks: interwikiLinks(run, found) }),
    ...(prop.has('wikitext') && { wikitext: subject.text }),
    ...(prop.has('wikitext') && saved !== null && { psttext: saved }),
    ...(prop.has('properties') && { properties: pairs({ ...found.properties }, 'pp') }),
    ...limitReportFields(run, rendered, prop),
    ...(parseTree !== null && { parsetree: parseTree }),
  }
  return lasting(textElements(fields, TEXTS), rendered.staysSame ?? Number.POSITIVE_INFINITY)
}

/** Variables for browser scripts: script errors as Scribunto has them, and where a module has a syntax error. */
const scriptVariables = ({ scriptErrors, moduleFault }: Parsed['rendered']) => ({
  ...(scriptErrors.length > 0 && { ScribuntoErrors: [...scriptErrors] }),
  ...(moduleFault !== null && {
    ScribuntoSyntaxError: { line: Number(moduleFault.line), message: moduleFault.message },
  }),
})

function encodedVariables(rendered: Parsed['rendered']): string {
  const variables = scriptVariables(rendered)
  return Object.keys(variables).length === 0 ? '[]' : JSON.stringify(variables)
}

/** A warning as HTML. Links to the page itself become plain text. */
function warningHtml(run: ActionRun, { page }: Subject, text: string): string {
  const { site } = run.wiki
  const title = run.titleText(page.ns, page.dbkey)
  const itself = `<a class="mw-selflink selflink">${escapeHtml(title)}</a>`
  return inline(text, site).replaceAll(inline(`[[:${title}]]`, site), () => itself)
}

/** For a skin, indicators are wrapped like the text. */
function indicatorsOf({ rendered, wrapper, hasSkin }: Parsed): Record<string, string> {
  const css = hasSkin ? escapeHtml(wrapper) : ''
  const wrapped = (html: string) => (css === '' ? html : `<div class="${css}">${html}</div>`)
  return Object.fromEntries([...rendered.indicators].map(([name, html]) => [name, wrapped(html)]))
}

/** Content models whose pages can set a display title. */
const MARKED = new Set(['wikitext', 'javascript', 'css', MODULE_MODEL])

const span = (part: string, html: string): string => `<span class="mw-page-title-${part}">${html}</span>`

/** Switches that keep titles from being converted to a variant, and from being marked up. */
const KEEPS_TITLE = ['notitleconvert', 'nocontentconvert']

/** The display title, or the title with its parts marked up. */
function displayTitle(run: ActionRun, { page, model }: Subject, { found, variantTitle }: RenderedText): string {
  if (!MARKED.has(model)) return escapeHtml(run.titleText(page.ns, page.dbkey))
  const requested = found.properties.displaytitle
  if (requested) return requested
  const text = page.dbkey.replaceAll('_', ' ')
  const whole = run.titleText(page.ns, page.dbkey)
  if (KEEPS_TITLE.some(name => found.properties[name] !== undefined)) return escapeHtml(whole)
  if (variantTitle?.isWhole) return variantTitle.html
  const main = variantTitle?.html ?? escapeHtml(text)
  if (whole === text) return span('main', main)
  const namespace = whole.slice(0, whole.length - text.length - 1)
  return span('namespace', escapeHtml(namespace)) + span('separator', ':') + span('main', main)
}

function languageLinks(run: ActionRun, found: Found) {
  const rows = found.languageLinks.map(({ language: lang, title }) =>
    content(
      {
        lang,
        url: foreignUrl({ site: run.wiki.site }, lang, title),
        langname: nameOf(lang, run.language) ?? '',
        autonym: autonym(lang) ?? '',
        title,
      },
      'title',
    ),
  )
  return list('ll', rows)
}

function interwikiLinks(run: ActionRun, found: Found) {
  const rows = found.interwikiLinks.map(({ prefix, dbkey }) => {
    const title = dbkey.replaceAll('_', ' ')
    const url = foreignUrl({ site: run.wiki.site }, prefix, title)
    return content({ prefix, url, title: `${prefix}:${title}` }, 'title')
  })
  return list('iw', rows)
}

/** The start of an HTML document around the page, without scripts and styles. */
function headHtml(run: ActionRun, { page }: Subject): string {
  const { language } = run
  const side = direction(language)
  const title = escapeHtml(`${run.titleText(page.ns, page.dbkey)} — ${run.wiki.site.info.general.sitename ?? ''}`)
  return (
    `<!DOCTYPE html>\n<html class="client-nojs" lang="${escapeHtml(language)}" dir="${side}">\n<head>\n` +
    `<meta charset="UTF-8"/>\n<title>${title}</title>\n</head>\n<body class="mediawiki ${side} ns-${page.ns}">`
  )
}

function limitReportFields(run: ActionRun, rendered: RenderedText, prop: ReadonlySet<string>) {
  return {
    ...(prop.has('limitreportdata') && { limitreportdata: list('lr', data(rendered)) }),
    ...(prop.has('limitreporthtml') && { limitreporthtml: table(run.language, rendered) }),
  }
}

const data = ({ limits }: RenderedText) => limits.map(({ key, used, limit }) => ({ name: key, 0: used, 1: limit }))

function table(language: string, { limits }: RenderedText): string {
  const rows = limits.map(({ words, used, limit }) => {
    const label = escapeHtml(words)
    return `<tr><th>${label}</th><td>${formatNumber(language, used)}/${formatNumber(language, limit)}</td></tr>`
  })
  return (
    '<div class="preview-limit-report-wrapper"><table class="preview-limit-report wikitable">' +
    `<tbody>${rows.join('')}</tbody></table></div>`
  )
}

function sectionFields({ sections, offsets, showsContents }: RenderedText) {
  const rows = sections.map(section => ({
    toclevel: section.depth,
    level: String(section.level),
    line: section.html,
    number: section.number,
    index: section.index,
    fromtitle: section.fromTitle ?? false,
    byteoffset: section.section === null ? null : (offsets.get(section.section) ?? offsets.get(0) ?? null),
    anchor: section.id,
  }))
  return { sections: list('s', rows), showtoc: showsContents }
}
