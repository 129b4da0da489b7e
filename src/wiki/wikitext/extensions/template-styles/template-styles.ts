// TemplateStyles: style sheets of templates, which apply to the text of the page alone.

import { BoundedCache } from '#cache/bounded-cache.ts'
import { NS } from '#wiki/site/namespaces.ts'
import { prefixedText } from '#wiki/site/title-format.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { trim } from '../../text.ts'
import type { Extension, TagCall } from '../extension.ts'
import { spendOnLibrary } from '../library-work.ts'
import { errorBox } from '../markup.ts'
import { sanitizeCss, wrapperSelector } from './sanitize-css.ts'

/** MediaWiki's default. */
const MOST_BYTES = 102_400

const MESSAGES = {
  'templatestyles-stylesheet-error-category': 'Pages with TemplateStyles errors',
  'templatestyles-stylesheet-error-category-desc': 'A style sheet of the page cannot be used.',
  'templatestyles-missing-src': 'TemplateStyles: the attribute "src" is required.',
  'templatestyles-invalid-src': 'TemplateStyles: invalid page title "$1" in the attribute "src".',
  'templatestyles-bad-src-missing': 'TemplateStyles: the page "$1" does not exist.',
  'templatestyles-bad-src': 'TemplateStyles: the page "$1" is not a style sheet. Its name must end in ".css".',
  'templatestyles-invalid-wrapper': 'TemplateStyles: invalid value of the attribute "wrapper".',
  'templatestyles-size-exceeded': 'TemplateStyles: the style sheet "$1" is larger than 100 KB.',
}

export const templateStyles: Extension = {
  name: 'TemplateStyles',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:TemplateStyles',
  about: 'Lets templates have style sheets of their own, which apply to the page text.',
  tags: { templatestyles: { html: styleElement } },
  messages: MESSAGES,
}

/** By the wrapper and the text of the style sheet, up to 1 MB. */
const cache = new BoundedCache<string, string>({ limit: 1_000_000 })

function styleElement(call: TagCall): string {
  const { state, attributes } = call
  const { host, output, site } = state
  const fail = (key: keyof typeof MESSAGES, ...parameters: string[]): string => {
    const category = 'templatestyles-stylesheet-error-category'
    output.addTrackingCategory(category, MESSAGES[category])
    return errorBox(call, key, ...parameters)
  }
  const src = trim(attributes.get('src') ?? '')
  if (src === '') return fail('templatestyles-missing-src')
  const title = titleOrNull(site, src, NS.template)
  if (title?.interwiki !== '' || title.ns < 0 || title.dbkey === '') return fail('templatestyles-invalid-src', src)
  const { ns, dbkey } = title
  const name = prefixedText(site, ns, dbkey)
  output.templates.add(ns, dbkey)
  const css = host.templateText(ns, dbkey)?.text
  if (css === undefined) return fail('templatestyles-bad-src-missing', name)
  if (!dbkey.endsWith('.css')) return fail('templatestyles-bad-src', name)
  const wrapper = wrapperSelector(trim(attributes.get('wrapper') ?? ''))
  if (wrapper === null) return fail('templatestyles-invalid-wrapper')
  if (Buffer.byteLength(css) > MOST_BYTES) return fail('templatestyles-size-exceeded', name)
  const key = `${wrapper}|${css}`
  let safe = cache.get(key)
  if (safe === undefined) {
    spendOnLibrary(state, css, 1)
    safe = sanitizeCss(css, wrapper)
    cache.set(key, safe, key.length)
  }
  const revision = host.revision?.(ns, dbkey)?.revisionId ?? 0
  const id = `TemplateStyles:r${revision}${wrapper === '' ? '' : `/${wrapper}`}`
  return `<style data-mw-deduplicate="${id}">${safe}</style>`
}

const STYLE = /<style data-mw-deduplicate="([^"]*)">([^<]*)<\/style>/g

/** Keeps the first of equal style sheets. MediaWiki's marks take the place of the others. */
export function withoutRepeatedStyles(html: string): string {
  if (!html.includes('<style data-mw-deduplicate=')) return html
  const seen = new Map<string, string>()
  return html.replace(STYLE, (whole, id: string, css: string) => {
    if (seen.get(id) === css) return `<link rel="mw-deduplicated-inline-style" href="mw-data:${id}" />`
    seen.set(id, css)
    return whole
  })
}
