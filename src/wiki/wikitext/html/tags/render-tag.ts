// Converts extension tags to markers that stand for their HTML.

import { extensionTag } from '../../extensions/index.ts'
import { tagCall } from '../../extensions/tag-call.ts'
import { checkAttributes, readAttributes } from '../../sanitize/attributes.ts'
import type { ExtensionTag } from '../../state/parse-state.ts'
import { killMarkers } from '../../state/strip-markers.ts'
import { trim } from '../../text.ts'
import { langconvertFault, langconvertTarget } from '../../variants/langconvert.ts'
import { PageVariant } from '../../variants/page-variant.ts'
import { attribute } from '../images/attribute.ts'
import type { ExpandHere, Rendering } from '../rendering/rendering.ts'
import { refHtml } from './cite/ref.ts'
import { referencesHtml } from './cite/references.ts'
import { galleryHtml } from './gallery/gallery.ts'

type TagHtml = (rendering: Rendering, tag: ExtensionTag, expand: ExpandHere) => string

const renderers: Readonly<Record<string, TagHtml>> = {
  gallery: galleryHtml,
  indicator: indicatorHtml,
  langconvert: langconvertHtml,
  pre: preHtml,
  ref: refHtml,
  references: referencesHtml,
}

/** Each tag is parsed like a small page. No real page has nearly as many. */
const maxTags = 10_000

export function renderTag(rendering: Rendering, tag: ExtensionTag, expand: ExpandHere): string {
  const { strip, steps } = rendering.state
  steps.spend(5)
  if (tag.name === 'nowiki') return strip.addNowiki(escapeMarks(tag.inner ?? ''))
  if (Object.hasOwn(renderers, tag.name) && ++rendering.tags <= maxTags)
    return strip.addGeneral(tag.name, renderers[tag.name]!(rendering, tag, expand))
  const extension = extensionTag(tag.name)
  if (++rendering.tags <= maxTags) {
    const { state } = rendering
    const reading = {
      state,
      expand,
      inline: (expanded: string) => rendering.inline(expanded),
      complete: (expanded: string) => rendering.complete(expanded),
    }
    return strip.addGeneral(tag.name, extension.html(tagCall(reading, tag)))
  }
  // Tags beyond the limit appear as written.
  return strip.addNowiki(writtenTag(tag))
}

// <indicator>: HTML shown beside the title.

function indicatorHtml(rendering: Rendering, { attributes, inner }: ExtensionTag, expand: ExpandHere): string {
  const name = trim(killMarkers(readAttributes(attributes).get('name') ?? ''))
  if (name === '') return tagError(rendering, 'invalid-indicator-name')
  rendering.indicators.set(name, killMarkers(withoutOuterParagraph(rendering.complete(expand(inner ?? '')))))
  return ''
}

/** Unwraps a single paragraph. */
function withoutOuterParagraph(html: string): string {
  const match = /^<p>(.*)\n?<\/p>\n?$/s.exec(html)
  return match && !match[1]!.includes('</p>') ? match[1]!.replace(/\n$/, '') : html
}

// <langconvert>: converts text between scripts of a language.

function langconvertHtml(rendering: Rendering, { attributes, inner }: ExtensionTag, expand: ExpandHere): string {
  const { site, state, variantWords } = rendering
  const target = langconvertTarget(site.variants, readAttributes(attributes))
  if (target === null) return tagError(rendering, langconvertFault(site.variants, readAttributes(attributes)))
  const html = rendering.inline(expand(inner ?? ''))
  const { language, variant } = target
  return new PageVariant(site.variants, language, variant, variantWords, state.steps).convertText(html, variant)
}

// <pre>: preformatted text.

const nowiki = /<nowiki>(.*?)<\/nowiki>/gis

function preHtml(_rendering: Rendering, { attributes, inner }: ExtensionTag): string {
  const checked = checkAttributes(readAttributes(attributes), 'pre')
  if (checked.get('class') === '') checked.delete('class')
  const start = [...checked].map(([name, value]) => attribute(name, value)).join('')
  const text = withoutNowiki(inner ?? '')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  return `<pre${start}>${text}</pre>`
}

/** Nested <nowiki> has no effect here. */
function withoutNowiki(text: string): string {
  const end = text.toLowerCase().lastIndexOf('</nowiki>')
  return end < 0 ? text : text.slice(0, end + 9).replace(nowiki, '$1') + text.slice(end + 9)
}

// Source shown as written.

const marks: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '-{': '-&#123;', '}-': '&#125;-' }

/** Escapes tags and conversion rules; character references stay as they are. */
const escapeMarks = (text: string): string => text.replace(/[<>]|-\{|\}-/g, mark => marks[mark]!)

/** A tag with its contents. */
function writtenTag({ name, attributes, inner, close }: ExtensionTag): string {
  const start = attributes === '' ? name : `${name} ${attributes}`
  return escapeMarks(inner === null ? `<${start}/>` : `<${start}>${inner}${close}`)
}

/** An error message for an invalid tag. */
const tagError = (rendering: Rendering, key: string): string =>
  `<span class="error">${rendering.inline(rendering.expand(rendering.message(key)))}</span>`
