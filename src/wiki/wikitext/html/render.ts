// Renders the wikitext of a page to HTML.

import { bcp47 } from '#languages/bcp47.ts'
import { direction } from '#languages/direction.ts'
import { fullText } from '../../site/title-format.ts'
import type { Title } from '../../site/titles.ts'
import { keepPageImage } from '../extensions/page-images.ts'
import { highlightedPage } from '../extensions/syntax-highlight/syntax-highlight.ts'
import { withoutRepeatedStyles } from '../extensions/template-styles/template-styles.ts'
import type { PageContext, WikitextHost } from '../host.ts'
import { MODULE_MODEL, moduleDocumentation } from '../module-documentation.ts'
import { faultHtml, trackedFault } from '../module-syntax.ts'
import { pageLink } from '../page-links.ts'
import { redirectOf } from '../redirect.ts'
import { disarm, killMarkers } from '../state/strip-markers.ts'
import { escapeHtml } from '../text.ts'
import { titleLink } from '../title-links.ts'
import { finishHalf, inlineHtml } from './inline.ts'
import { limitReportComment } from './limit-report.ts'
import { linkContext } from './links/link-context.ts'
import { otherModelHtml } from './other-models.ts'
import { type HtmlMaker, Rendering, type RenderOptions, usualOptions } from './rendering/rendering.ts'
import { remainingNotes } from './tags/cite/references.ts'
import { renderTag } from './tags/render-tag.ts'

export interface RenderedPage {
  readonly html: string
  /** Properties collected while rendering. */
  readonly rendering: Rendering
}

const maker: HtmlMaker = {
  inline: (rendering, expanded) => inlineHtml(rendering, expanded, false),
  finish: (rendering, half) => finishHalf(rendering, half, true),
  tag: renderTag,
}

export function renderPage(
  host: WikitextHost,
  page: PageContext,
  text: string,
  options: Partial<RenderOptions> = {},
  model = 'wikitext',
): RenderedPage {
  const rendering = new Rendering(host, page, { ...usualOptions, ...options }, maker)
  // Leftover markers have no visible content.
  const html = withoutRepeatedStyles(
    killMarkers(model === 'wikitext' ? wikitextHtml(rendering, text) : otherHtml(rendering, disarm(text), model)),
  )
  keepPageImage(rendering.state)
  const { wrapper, limitReport } = rendering.options
  const shown = limitReport && !isPlain(model) ? html + limitReportComment(rendering) : html
  return { html: wrapper === '' ? shown : `<div class="${escapeHtml(wrapper)}">${shown}</div>`, rendering }
}

function wikitextHtml(rendering: Rendering, text: string): string {
  const redirect = redirectOf(rendering.site, text)
  if (redirect) rendering.state.output.addLink(redirect.title)
  const half = inlineHtml(rendering, rendering.expander.expandPage(redirect?.rest ?? text), true)
  const body = finishHalf(rendering, half + remainingNotes(rendering), true)
  return redirect ? redirectNote(rendering, redirect.title) + body : body
}

/** Models shown as source but still parsed for links. */
const searchedModels = new Set(['javascript', 'css'])

/** Models whose texts no parser reads, so that nothing of them is counted. */
const isPlain = (model: string): boolean => model !== 'wikitext' && model !== MODULE_MODEL && !searchedModels.has(model)

const codeLanguages: Readonly<Record<string, string>> = {
  javascript: 'javascript',
  css: 'css',
  'sanitized-css': 'css',
  [MODULE_MODEL]: 'lua',
}

const hasTag = ({ site }: Rendering, name: string): boolean => site.info.extensiontags.includes(`<${name}>`)

function otherHtml(rendering: Rendering, text: string, model: string): string {
  if (searchedModels.has(model)) inlineHtml(rendering, rendering.expander.expandPage(text), true)
  const language = hasTag(rendering, 'syntaxhighlight') ? codeLanguages[model] : undefined
  const html =
    language === undefined
      ? otherModelHtml(model, text, rendering.reader)
      : highlightedPage(rendering.state, text, language)
  if (model !== MODULE_MODEL) return html
  const fault = trackedFault(rendering.state, text)
  rendering.moduleFault = fault
  return documentationHtml(rendering) + (fault === null ? '' : faultHtml(rendering.state, fault)) + html
}

function documentationHtml(rendering: Rendering): string {
  const { host, page, state, site } = rendering
  const documentation = moduleDocumentation(host, page)
  if (documentation === null) return ''
  state.output.templates.add(documentation.ns, documentation.dbkey)
  const dir = direction(site.language)
  const around = `<div lang="${bcp47(site.language)}" dir="${dir}" class="mw-content-${dir}">`
  return wikitextHtml(rendering, `${around}\n${documentation.wikitext}\n</div>`)
}

/** The redirect target, shown above the text of a redirect. */
function redirectNote(rendering: Rendering, title: Title): string {
  const context = linkContext(rendering)
  const isLocal = title.interwiki === '' && title.ns >= 0
  const fragment = title.fragment === '' ? '' : `#${title.fragment}`
  const name = isLocal ? context.shownTitle!(title.ns, title.dbkey) + fragment : fullText(rendering.site, title)
  // A redirect to another redirect links to the latter itself.
  const link =
    isLocal && context.linkState(title.ns, title.dbkey) === 'redirect'
      ? pageLink(context, title, escapeHtml(name), { query: 'redirect=no' })
      : titleLink(context, title, escapeHtml(name))
  const words = escapeHtml(rendering.reader.message('redirectto'))
  return `<div class="redirectMsg"><p>${words}</p><ul class="redirectText"><li>${link}</li></ul></div>`
}
