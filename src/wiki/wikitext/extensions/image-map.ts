// ImageMap: a picture with areas that link.

import { NS } from '#wiki/site/namespaces.ts'
import { titleOrNull } from '#wiki/site/titles.ts'
import { fullUrl, localUrl } from '#wiki/site/urls.ts'
import { withoutSlashes, withSlashes } from '../sanitize/protocols.ts'
import type { ParseState } from '../state/parse-state.ts'
import { trim } from '../text.ts'
import type { Extension, TagCall } from './extension.ts'
import { errorBox, openTag } from './markup.ts'

const MESSAGES = {
  'imagemap-error-category': 'Pages with image map errors',
  imagemap_no_image: 'Error: an image must be specified on the first line.',
  imagemap_bad_image: 'Error: the image is invalid or does not exist.',
  imagemap_no_link: 'Error: no valid link was found at the end of line $1.',
  imagemap_unrecognised_shape:
    'Error: unrecognized shape at line $1. Each line must start with default, rect, circle or poly.',
  imagemap_invalid_coord: 'Error: invalid coordinate at line $1. It must be a number.',
  imagemap_no_areas: 'Error: at least one area specification must be given.',
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

const counts = new WeakMap<ParseState, number>()

class MapFault extends Error {
  readonly line: string

  constructor(key: keyof typeof MESSAGES, line = 0) {
    super(key)
    this.line = String(line)
  }
}

interface Area {
  readonly shape: string
  readonly numbers: readonly number[]
  readonly link: { readonly href: string; readonly label: string }
}

function mapHtml(call: TagCall): string {
  try {
    return checkedMap(call)
  } catch (error) {
    if (!(error instanceof MapFault)) throw error
    const category = 'imagemap-error-category'
    call.state.output.addTrackingCategory(category, MESSAGES[category])
    return errorBox(call, error.message, error.line)
  }
}

function checkedMap(call: TagCall): string {
  const { state } = call
  const lines = (call.inner ?? '').split('\n').map(line => trim(line))
  const first = lines.findIndex(line => line !== '' && !line.startsWith('#'))
  if (first < 0) throw new MapFault('imagemap_no_image')
  const [written = '', ...options] = lines[first]!.split('|')
  const title = titleOrNull(state.site, written)
  if (title?.ns !== NS.file) throw new MapFault('imagemap_no_image')
  const areas = readAreas(call, lines, first + 1)
  const picture = call.inline(call.expand(`[[${[written, ...options].join('|')}]]`))
  const file = state.host.file?.(title.dbkey) ?? null
  if (file === null) throw new MapFault('imagemap_bad_image')
  if (areas.length === 0) throw new MapFault('imagemap_no_areas')
  const image = /<img\b[^>]*>/.exec(picture)?.[0]
  // Nothing is shown while links are collected.
  if (image === undefined) return ''
  return withMap(state, image, areas, file.width)
}

function withMap(state: ParseState, image: string, areas: readonly Area[], originalWidth: number): string {
  const size = (name: string): number => Number(new RegExp(`\\s${name}="(\\d+)"`).exec(image)?.[1] ?? 0)
  const [width, height] = [size('width'), size('height')]
  const scale = originalWidth > 0 && width > 0 ? width / originalWidth : 1
  const number = (counts.get(state) ?? 0) + 1
  counts.set(state, number)
  const fallback = areas.find(({ shape }) => shape === 'default')
  const shapes = areas.filter(area => area !== fallback)
  const map = shapes.map(({ shape, numbers, link }) =>
    openTag('area', [
      ['href', link.href],
      ['shape', shape],
      ['coords', numbers.map(value => Math.round(value * scale)).join(',')],
      ['alt', link.label],
      ['title', link.label],
    ]),
  )
  const shown = shapes.length === 0 ? image : image.replace(/^<img/, `<img usemap="#ImageMap_${number}"`)
  const outer = fallback
    ? `${openTag('a', [
        ['href', fallback.link.href],
        ['title', fallback.link.label],
      ])}${shown}</a>`
    : shown
  const areasHtml = shapes.length === 0 ? '' : `<map name="ImageMap_${number}">${map.join('')}</map>`
  return `<div class="noresize" style="height: ${height}px; width: ${width}px;">${areasHtml}${outer}</div>`
}

function readAreas(call: TagCall, lines: readonly string[], from: number): Area[] {
  const areas: Area[] = []
  for (let at = from; at < lines.length; at++) {
    const line = lines[at]!
    if (line === '' || line.startsWith('#') || /^desc\b/i.test(line)) continue
    if (areas.length >= MOST_AREAS) break
    areas.push(readArea(call, call.expand(line), at + 1))
  }
  return areas
}

/** Numbers each shape has at least. */
const SHAPES: Readonly<Record<string, number>> = { default: 0, rect: 4, circle: 3, poly: 6 }

function readArea({ state }: TagCall, line: string, number: number): Area {
  const start = line.indexOf('[')
  const link = start < 0 ? null : linkOf(state, line.slice(start))
  if (link === null) throw new MapFault('imagemap_no_link', number)
  const [shape = '', ...written] = trim(line.slice(0, start)).toLowerCase().split(/\s+/)
  const least = Object.hasOwn(SHAPES, shape) ? SHAPES[shape]! : null
  if (least === null) throw new MapFault('imagemap_unrecognised_shape', number)
  const numbers = written.slice(0, MOST_NUMBERS).map(Number)
  if (numbers.some(value => !Number.isFinite(value)) || numbers.length < least)
    throw new MapFault('imagemap_invalid_coord', number)
  return { shape, numbers, link }
}

const external = new RegExp(`^(?:(?:${withSlashes})://|(?:${withoutSlashes}):|//)[^\\s<>"]+$`, 'i')

function linkOf(state: ParseState, written: string): Area['link'] | null {
  const [, target, label] = /^\[\[([^[\]|]+)(?:\|([^[\]]*))?\]\]/.exec(written) ?? []
  if (target !== undefined) {
    const title = titleOrNull(state.site, target)
    if (!title || (title.dbkey === '' && title.fragment === '')) return null
    state.output.addLink(title)
    const href =
      title.interwiki !== '' || title.fragment !== '' ? fullUrl(state.site, title) : localUrl(state.site, title)
    return { href, label: trim(label ?? target) }
  }
  const [, address, words] = /^\[([^\s[\]]+)(?:\s+([^\]]*))?\]/.exec(written) ?? []
  if (address === undefined || !external.test(address)) return null
  state.output.addExternalLink(address)
  return { href: address, label: trim(words ?? address) }
}
