// ImageMap: a picture with areas that link.

import { createHash } from 'node:crypto'
import { NS } from '#wiki/site/namespaces.ts'
import { type Title, titleOrNull } from '#wiki/site/titles.ts'
import { encodeFragment, fullUrl, localUrl } from '#wiki/site/urls.ts'
import { linkRelation } from '../sanitize/link-relation.ts'
import { withoutSlashes, withSlashes } from '../sanitize/protocols.ts'
import type { ParseState } from '../state/parse-state.ts'
import { escapeHtml, trim } from '../text.ts'
import type { Extension, TagCall } from './extension.ts'
import { openTag } from './markup.ts'

const MESSAGES = {
  imagemap_no_image: 'Error: the first line must name an image.',
  imagemap_invalid_image: 'Error: the image is invalid or does not exist.',
  imagemap_bad_image: 'Error: the image must not be shown on this page.',
  imagemap_no_link: 'Error: no valid link was found at the end of line $1.',
  imagemap_invalid_title: 'Error: the link on line $1 has an invalid title.',
  imagemap_missing_coord: 'Error: the shape on line $1 needs more coordinates.',
  imagemap_unrecognised_shape:
    'Error: unrecognized shape on line $1. Each line must start with default, rect, circle or poly.',
  imagemap_invalid_coord: 'Error: invalid coordinate on line $1. It must be a number.',
  imagemap_invalid_desc: 'Error: invalid position of the description. Use one of: $1.',
  imagemap_poly_odd: 'Error: the polygon on line $1 has an odd number of coordinates.',
  imagemap_description: 'About this image',
}

export const imageMap: Extension = {
  name: 'ImageMap',
  type: 'parserhook',
  url: 'https://www.mediawiki.org/wiki/Extension:ImageMap',
  about: 'Shows pictures with areas that link to pages.',
  tags: { imagemap: { html: mapHtml } },
  messages: MESSAGES,
}

const MOST_AREAS = 500
const MOST_NUMBERS = 500

class MapFault extends Error {
  readonly detail: string

  constructor(key: keyof typeof MESSAGES, detail: number | string = '') {
    super(key)
    this.detail = String(detail)
  }
}

type Attributes = [name: string, value: string][]

interface Area {
  readonly shape: string
  readonly numbers: readonly number[]
  readonly link: Attributes
  readonly label: string
}

function mapHtml(call: TagCall): string {
  try {
    return checkedMap(call)
  } catch (error) {
    if (!(error instanceof MapFault)) throw error
    const text = call.message(error.message).replaceAll('$1', () => error.detail)
    // Messages may mark code.
    return `<p class="error">${escapeHtml(text).replace(/&lt;(\/?code)&gt;/g, '<$1>')}</p>`
  }
}

function checkedMap(call: TagCall): string {
  const { state } = call
  const lines = (call.inner ?? '').split('\n').map(line => trim(line))
  const first = lines.findIndex(line => line !== '' && !line.startsWith('#'))
  const [name = '', ...options] = (lines[first] ?? '').split('|')
  const title = titleOrNull(state.site, name)
  if (title?.ns !== NS.file || title.interwiki !== '') throw new MapFault('imagemap_no_image')
  if (state.host.isBadFile?.(title.dbkey, state.page)) throw new MapFault('imagemap_bad_image')
  const picture = call.inline([`[[${name}`, ...options.map(option => call.expand(option))].join('|').concat(']]'))
  const file = state.host.file?.(title.dbkey) ?? null
  if (!file?.isPicture) throw new MapFault('imagemap_invalid_image')
  const found: Found = { titles: [], addresses: [] }
  const { areas, about } = readAreas(call, lines, first + 1, found)
  for (const linked of found.titles) state.output.addLink(linked)
  for (const address of found.addresses) state.output.addExternalLink(address)
  // Nothing is shown while links are collected.
  const shown = /<a\b[^>]*>(<img\b[^>]*>)<\/a>|<img\b[^>]*>/.exec(picture)
  if (!shown) return ''
  const map = withMap({ image: shown[1] ?? shown[0], areas, file })
  const hasFrame = picture.includes('<div class="magnify">')
  const outer = hasFrame ? `<div class="noresize">${map.html}</div>` : framed(call, map, title, about)
  return picture.slice(0, shown.index) + outer + picture.slice(shown.index + shown[0].length)
}

interface Map {
  readonly html: string
  readonly width: number
  readonly height: number
}

interface Mapped {
  readonly image: string
  readonly areas: readonly Area[]
  readonly file: { readonly width: number; readonly height: number }
}

function withMap({ image, areas, file }: Mapped): Map {
  const size = (name: string): number => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(image)?.[1] ?? 0)
  const [width, height] = [size('width'), size('height')]
  const scale = file.width > 0 && width > 0 ? (width + height) / (file.width + file.height) : 1
  const fallback = areas.findLast(({ shape }) => shape === 'default')
  const shapes = areas.filter(({ shape }) => shape !== 'default').map(area => areaTag(area, scale))
  if (shapes.length === 0) return { html: linked(fallback, image), width, height }
  // Equal maps may share a name, also when parts of pages are joined later.
  const name = `ImageMap_${createHash('md5').update(shapes.join('\n')).digest('hex').slice(0, 16)}`
  const used = image.replace(/\s*\/?>$/, ` usemap="#${name}" />`)
  return { html: `<map name="${name}">${shapes.join('')}</map>${linked(fallback, used)}`, width, height }
}

function areaTag({ shape, numbers, link, label }: Area, scale: number): string {
  const coords = numbers.map(value => Math.round(value * scale)).join(',')
  const words: Attributes = label === '' ? [] : [['alt', label]]
  if (label !== '') words.push(['title', label])
  return openTag('area', [...link, ['shape', shape], ...(coords === '' ? [] : [['coords', coords] as const]), ...words])
}

function linked(area: Area | undefined, image: string): string {
  if (!area) return image
  const words: Attributes = area.label === '' ? [] : [['title', area.label]]
  return `${openTag('a', [...area.link, ...words])}${image}</a>`
}

const POSITIONS = ['top-right', 'bottom-right', 'bottom-left', 'top-left', 'none']
const ICON_SIZE = 20

/** A picture without a frame gets a link to its description in one of its corners. */
function framed(call: TagCall, { html, width, height }: Map, title: Title, about: string): string {
  if (about === 'none') return `<div class="noresize">${html}</div>`
  const left = about.endsWith('left') ? 0 : width - ICON_SIZE
  const top = about.startsWith('top') ? 1 - height : -ICON_SIZE
  const words = call.message('imagemap_description')
  const link = openTag('a', [
    ['href', localUrl(call.state.site, title)],
    ['title', words],
    ['aria-label', words],
  ])
  return (
    `<div class="noresize" style="height: ${height}px; width: ${width}px; ">${html}` +
    `<div style="margin-left: ${left}px; margin-top: ${top}px; text-align: left;">${link}ⓘ</a></div></div>`
  )
}

/** What areas link to, recorded only if the whole map is valid. */
interface Found {
  readonly titles: Title[]
  readonly addresses: string[]
}

function readAreas(call: TagCall, lines: readonly string[], from: number, found: Found) {
  const areas: Area[] = []
  let about = 'bottom-right'
  for (let at = from; at < lines.length && areas.length < MOST_AREAS; at++) {
    const line = lines[at]!
    if (line === '' || line.startsWith('#')) continue
    if (/^desc(?:[ \t]|$)/.test(line)) about = positionOf(call, trim(line.slice(4)))
    else areas.push(readArea(call.state, line, at + 1, found))
  }
  return { areas, about }
}

/** Wikis may translate the positions. */
function positionOf({ state }: TagCall, written: string): string {
  const own = state.host.message('imagemap_desc_types') ?? POSITIONS.join(', ')
  const place = own.split(',').findIndex(word => trim(word) === written)
  const position = POSITIONS.find(word => word === written) ?? POSITIONS[place]
  if (position !== undefined) return position
  const usual = POSITIONS.join(', ')
  throw new MapFault('imagemap_invalid_desc', own === usual ? usual : `${usual}, ${own}`)
}

/** Numbers each shape has at least. */
const SHAPES: Readonly<Record<string, number>> = { default: 0, rect: 4, circle: 3, poly: 1 }

function readArea(state: ParseState, line: string, number: number, found: Found): Area {
  const start = line.indexOf('[')
  const target = linkOf(state, start < 0 ? '' : line.slice(start), number, found)
  const [shape = '', ...rest] = trim(line.slice(0, start)).split(/[ \t]+/)
  const least = Object.hasOwn(SHAPES, shape) ? SHAPES[shape]! : null
  if (least === null) throw new MapFault('imagemap_unrecognised_shape', number)
  const written = rest.slice(0, shape === 'poly' ? MOST_NUMBERS : least)
  if (written.length < least) throw new MapFault('imagemap_missing_coord', number)
  const numbers = written.map(Number)
  if (!numbers.every(Number.isFinite)) throw new MapFault('imagemap_invalid_coord', number)
  if (shape === 'poly' && numbers.length % 2 !== 0) throw new MapFault('imagemap_poly_odd', number)
  return { shape, numbers, ...target }
}

const address = new RegExp(`^(?:(?:${withSlashes})://|(?:${withoutSlashes}):|//)[^\\s<>"]+$`, 'i')

function linkOf(state: ParseState, written: string, line: number, found: Found): Pick<Area, 'link' | 'label'> {
  const { site } = state
  const [, target, words] = /^\[\[([^\]|]*)(?:\|([^\]]*))?\]\]\w*$/.exec(written) ?? []
  if (target !== undefined) {
    const title = titleOrNull(site, target)
    if (!title || (title.dbkey === '' && title.fragment === '')) throw new MapFault('imagemap_invalid_title', line)
    found.titles.push(title)
    const isPage = title.interwiki === '' && title.dbkey !== ''
    const url = title.interwiki !== '' ? fullUrl(site, title) : isPage ? localUrl(site, title) : ''
    const fragment = title.interwiki === '' && title.fragment !== '' ? `#${encodeFragment(title.fragment)}` : ''
    return { link: [['href', url + fragment]], label: trim(words ?? target) }
  }
  const [, url, label] = /^\[([^\s[\]]+)(?:\s+([^\]]*))?\]\w*$/.exec(written) ?? []
  if (url === undefined || !address.test(url)) throw new MapFault('imagemap_no_link', line)
  found.addresses.push(url)
  const relation = linkRelation(site, state.page.ns, url)
  const link: Attributes = [
    ['href', url],
    ['class', 'plainlinks'],
  ]
  return { link: relation === '' ? link : [['rel', relation], ...link], label: trim(label ?? url) }
}
