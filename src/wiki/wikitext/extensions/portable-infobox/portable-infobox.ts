// PortableInfobox: the infoboxes of fan wikis, described in XML with the arguments of the template.

import { killMarkers } from '../../state/strip-markers.ts'
import { escapeHtml, trim } from '../../text.ts'
import type { Extension, TagCall } from '../extension.ts'
import { errorBox, openTag } from '../markup.ts'
import { type Item, readInfobox, XmlFault } from './read-xml.ts'

const MODULE = 'ext.PortableInfobox.styles'

const MESSAGES = {
  'portable-infobox-xml-parse-error': 'Invalid infobox: $1',
  'portable-infobox-error-category': 'Pages with infobox errors',
  'portable-infobox-error-category-desc': 'An infobox of the page cannot be read.',
}

export const portableInfobox: Extension = {
  name: 'PortableInfobox',
  aliases: ['Portable Infobox'],
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:PortableInfobox',
  about: 'Shows infoboxes that are described in XML.',
  tags: { infobox: { html: boxHtml } },
  messages: MESSAGES,
  styles: {
    module: MODULE,
    css: [
      '.portable-infobox{float:inline-end;clear:inline-end;inline-size:270px;max-inline-size:100%;margin:0 0 1em 1em;border:1px solid var(--line,currentColor)}',
      '.portable-infobox .pi-item-spacing{padding:.4em .6em}.portable-infobox .pi-image{margin:0;text-align:center}',
      '.portable-infobox .pi-image img{max-inline-size:100%;block-size:auto}',
      '.portable-infobox .pi-title,.portable-infobox .pi-header{margin:0;font-size:1.1em;background:color-mix(in srgb,currentColor 10%,transparent)}',
      '.portable-infobox .pi-data{display:flex;gap:.5em}.portable-infobox .pi-data-label{flex:0 0 40%;margin:0;font-size:1em}',
      '.portable-infobox .pi-data-value{flex:1;min-inline-size:0}.pi-horizontal-group{inline-size:100%}',
      '@media (max-width:40em){.portable-infobox{float:none;inline-size:100%;margin-inline:0}}',
    ].join(''),
  },
}

function boxHtml(call: TagCall): string {
  const { state } = call
  state.output.styles.add(MODULE)
  const inner = call.inner ?? ''
  state.steps.read(inner, 5)
  try {
    const items = readInfobox(inner)
    const html = items.map(item => itemHtml(call, item)).join('')
    if (html === '') return ''
    const theme = name(call.attributes.get('theme') ?? '')
    const type = name(call.attributes.get('type') ?? '')
    const classes = ['portable-infobox', 'pi-background', 'pi-border-color', `pi-theme-${theme || 'default'}`]
    if (type !== '') classes.push(`type-${type}`)
    classes.push(`pi-layout-${call.attributes.get('layout') === 'stacked' ? 'stacked' : 'default'}`)
    return `${openTag('aside', [
      ['class', classes.join(' ')],
      ['role', 'region'],
    ])}${html}</aside>`
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    const category = 'portable-infobox-error-category'
    state.output.addTrackingCategory(category, MESSAGES[category])
    return errorBox(call, 'portable-infobox-xml-parse-error', error.message.slice(0, 200))
  }
}

/** A word that may be part of a class. */
const name = (written: string): string =>
  written
    .toLowerCase()
    .replace(/[^a-z\d-]+/g, '-')
    .slice(0, 50)

const ITEMS: Readonly<Record<string, (call: TagCall, item: Item) => string>> = {
  title: titleHtml,
  image: imageHtml,
  media: imageHtml,
  data: dataHtml,
  header: (call, { text }) => headerHtml(call, text),
  navigation: navigationHtml,
  group: groupHtml,
  panel: groupHtml,
  section: groupHtml,
}

const itemHtml = (call: TagCall, item: Item): string =>
  Object.hasOwn(ITEMS, item.name) ? ITEMS[item.name]!(call, item) : ''

const child = ({ children }: Item, wanted: string): Item | undefined => children.find(({ name: own }) => own === wanted)

/** An argument of the template that the infobox is in. */
const argument = (call: TagCall, source: string): string =>
  source === '' || /[{}|]/.test(source) ? '' : trim(call.expand(`{{{${source}|}}}`))

/** The value of an item: the argument, in its format if it has one, or the default. */
function textOf(call: TagCall, item: Item): string {
  const value = argument(call, item.attributes.get('source') ?? '')
  const format = child(item, 'format')
  if (value !== '' || !item.attributes.has('source')) {
    if (format) return trim(call.expand(format.text))
    if (value !== '') return value
  }
  return trim(call.expand(child(item, 'default')?.text ?? ''))
}

const sourceOf = ({ attributes }: Item): [string, string][] => {
  const source = attributes.get('source') ?? ''
  return source === '' ? [] : [['data-source', source]]
}

function titleHtml(call: TagCall, item: Item): string {
  const value = textOf(call, item)
  if (value === '') return ''
  const start = openTag('h2', [
    ['class', 'pi-item pi-item-spacing pi-title pi-secondary-background'],
    ...sourceOf(item),
  ])
  return `${start}${call.inline(value)}</h2>`
}

function headerHtml(call: TagCall, text: string): string {
  const value = trim(call.expand(text))
  if (value === '') return ''
  const start = openTag('h2', [
    ['class', 'pi-item pi-header pi-secondary-font pi-item-spacing pi-secondary-background'],
  ])
  return `${start}${call.inline(value)}</h2>`
}

function dataHtml(call: TagCall, item: Item): string {
  const value = textOf(call, item)
  if (value === '') return ''
  const label = trim(call.expand(child(item, 'label')?.text ?? ''))
  const start = openTag('div', [['class', 'pi-item pi-data pi-item-spacing pi-border-color'], ...sourceOf(item)])
  const head = label === '' ? '' : `<h3 class="pi-data-label pi-secondary-font">${call.inline(label)}</h3>`
  return `${start}${head}<div class="pi-data-value pi-font">${call.inline(value)}</div></div>`
}

/** A name, or a link to a file; a gallery is shown as it is. */
function imageHtml(call: TagCall, item: Item): string {
  const value = textOf(call, item)
  if (value === '') return ''
  const caption = child(item, 'caption')
  const words = caption ? textOf(call, caption) || trim(call.expand(plainText(caption))) : ''
  const start = openTag('figure', [['class', 'pi-item pi-media pi-image'], ...sourceOf(item)])
  const file = /^(?:\[\[)?(?:[^[\]|:{}<>]*:)?([^[\]|:{}<>\u007f\n]+)/.exec(value)?.[1]
  const isMarker = value.includes('\u007f')
  const alt = child(item, 'alt')
  const description = alt ? killMarkers(textOf(call, alt)).replace(/[[\]|{}<>\n]/g, ' ') : ''
  const picture =
    isMarker || file === undefined
      ? call.inline(value)
      : call.inline(`[[File:${trim(file)}|frameless|270px${description === '' ? '' : `|alt=${description}`}]]`)
  const below = words === '' ? '' : `<figcaption class="pi-item-spacing pi-caption">${call.inline(words)}</figcaption>`
  return `${start}${picture}${below}</figure>`
}

/** The text of an item that has no elements for its value. */
const plainText = ({ text, children }: Item): string => (children.length === 0 ? text : '')

function navigationHtml(call: TagCall, { text }: Item): string {
  const value = trim(call.expand(text))
  if (value === '') return ''
  const classes = 'pi-navigation pi-item-spacing pi-secondary-background pi-secondary-font'
  return `<nav class="${classes}">${call.inline(value)}</nav>`
}

function groupHtml(call: TagCall, item: Item): string {
  const { children, attributes } = item
  const shown = children.map(inner => ({ inner, html: itemHtml(call, inner) }))
  const hasContent = shown.some(({ inner, html }) => inner.name !== 'header' && html !== '')
  if (!hasContent && attributes.get('show') !== 'incomplete') return ''
  const html = shown.map(each => each.html).join('')
  if (html === '') return ''
  if (attributes.get('collapse') !== 'open' && attributes.get('collapse') !== 'closed')
    return `<section class="pi-item pi-group pi-border-color">${html}</section>`
  const header = child(item, 'header')
  const label = header ? call.inline(trim(call.expand(header.text))) : escapeHtml('…')
  const rest = shown.filter(({ inner }) => inner !== header).map(each => each.html)
  const open = attributes.get('collapse') === 'open' ? ' open=""' : ''
  return `<details class="pi-item pi-group pi-border-color pi-collapse"${open}><summary class="pi-header pi-item-spacing">${label}</summary>${rest.join('')}</details>`
}
