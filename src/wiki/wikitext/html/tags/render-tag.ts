// What tags of extensions leave in the text: a marker that stands for their HTML.

import { checkAttributes, readAttributes } from '../../sanitize/attributes.ts'
import type { ExtensionTag } from '../../state/parse-state.ts'
import { killMarkers } from '../../state/strip-markers.ts'
import { trim } from '../../text.ts'
import { attribute } from '../images/attribute.ts'
import type { ExpandHere, Rendering } from '../rendering/rendering.ts'
import { refHtml } from './cite/ref.ts'
import { referencesHtml } from './cite/references.ts'
import { galleryHtml } from './gallery/gallery.ts'

type TagHtml = (rendering: Rendering, tag: ExtensionTag, expand: ExpandHere) => string

const known: Readonly<Record<string, TagHtml>> = {
  gallery: galleryHtml,
  indicator: indicatorHtml,
  langconvert: langconvertHtml,
  pre: preHtml,
  ref: refHtml,
  references: referencesHtml,
}

/** Each tag is a small page of its own to be read. No page that people read has nearly as many. */
const mostTags = 10_000

export function renderTag(rendering: Rendering, tag: ExtensionTag, expand: ExpandHere): string {
  const { strip, steps } = rendering.state
  steps.spend(5)
  if (tag.name === 'nowiki') return strip.addNowiki(escapeMarks(tag.inner ?? ''))
  if (Object.hasOwn(known, tag.name) && ++rendering.tags <= mostTags)
    return strip.addGeneral(tag.name, known[tag.name]!(rendering, tag, expand))
  // Readers see the source of what only the wiki it comes from can show, or of what is too much.
  return strip.addNowiki(writtenTag(tag))
}

// <indicator>: a small piece of the page that stands beside its title.

function indicatorHtml(rendering: Rendering, { attributes, inner }: ExtensionTag, expand: ExpandHere): string {
  const name = trim(killMarkers(readAttributes(attributes).get('name') ?? ''))
  if (name === '') return tagError(rendering, 'invalid-indicator-name')
  rendering.indicators.set(name, killMarkers(withoutOuterParagraph(rendering.complete(expand(inner ?? '')))))
  return ''
}

/** A single paragraph is not needed as such. */
function withoutOuterParagraph(html: string): string {
  const match = /^<p>(.*)\n?<\/p>\n?$/s.exec(html)
  return match && !match[1]!.includes('</p>') ? match[1]!.replace(/\n$/, '') : html
}

// <langconvert>: text of one script of the wiki's language in another.

/** The letters of texts are not changed here, so every pair of scripts is one that is not known. */
function langconvertHtml(rendering: Rendering): string {
  return tagError(rendering, 'invalid-langconvert-attrs')
}

// <pre>: text as it is written, blanks and lines included.

const nowiki = /<nowiki>(.*?)<\/nowiki>/gis

function preHtml(_rendering: Rendering, { attributes, inner }: ExtensionTag): string {
  const checked = checkAttributes(readAttributes(attributes), 'pre')
  const start = [...checked].map(([name, value]) => attribute(name, value)).join('')
  const text = withoutNowiki(inner ?? '')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
  return `<pre${start}>${text}</pre>`
}

/** What is in <nowiki> would be left alone in any case. */
function withoutNowiki(text: string): string {
  const end = text.toLowerCase().lastIndexOf('</nowiki>')
  return end < 0 ? text : text.slice(0, end + 9).replace(nowiki, '$1') + text.slice(end + 9)
}

// Source text that readers are to see as it is written.

const marks: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '-{': '-&#123;', '}-': '&#125;-' }

/** Neither tags nor rules for other scripts; character references stay what they are. */
const escapeMarks = (text: string): string => text.replace(/[<>]|-\{|\}-/g, mark => marks[mark]!)

/** A tag with everything in it. */
function writtenTag({ name, attributes, inner, close }: ExtensionTag): string {
  const start = attributes === '' ? name : `${name} ${attributes}`
  return escapeMarks(inner === null ? `<${start}/>` : `<${start}>${inner}${close}`)
}

/** What readers see where a tag lacks something, in the words of the interface. */
const tagError = (rendering: Rendering, key: string): string =>
  `<span class="error">${rendering.inline(rendering.expand(rendering.message(key)))}</span>`
