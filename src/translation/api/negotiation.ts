import { notAcceptable, notFound } from './errors.ts'
import type { Resource } from './resource.ts'

export interface Renderer {
  readonly format: string
  readonly mediaType: string
}

export const JSON_RENDERER: Renderer = { format: 'json', mediaType: 'application/json' }
export const BROWSABLE_RENDERER: Renderer = { format: 'api', mediaType: 'text/html' }
export const CSV_RENDERER: Renderer = { format: 'csv', mediaType: 'text/csv' }
export const FLAT_RENDERER: Renderer = { format: 'json-flat', mediaType: 'application/json' }

export const OPENMETRICS_RENDERER: Renderer = { format: 'openmetrics', mediaType: 'application/openmetrics-text' }

export interface Negotiated {
  readonly renderer: Renderer
  /** Spaces of indentation, from `Accept: application/json; indent=4`. */
  readonly indent: number
}

interface Wish {
  type: string
  subtype: string
  quality: number
  indent: number
}

function wishes(accept: string): Wish[] {
  return accept
    .split(',')
    .slice(0, 64)
    .map((part): Wish => {
      const [range = '', ...parameters] = part.split(';').map(each => each.trim().toLowerCase())
      const [type = '', subtype = ''] = range.split('/')
      const parameter = (name: string) => parameters.find(each => each.startsWith(`${name}=`))?.slice(name.length + 1)
      const quality = Number(parameter('q') ?? 1)
      const indent = Number(parameter('indent') ?? 0)
      return {
        type,
        subtype,
        quality: Number.isFinite(quality) ? quality : 1,
        indent: Number.isInteger(indent) ? Math.min(Math.max(indent, 0), 8) : 0,
      }
    })
    .filter(wish => wish.type !== '' && wish.quality > 0)
    .sort((a, b) => b.quality - a.quality || precision(b) - precision(a))
}

const precision = (wish: Wish): number => Number(wish.type !== '*') + Number(wish.subtype !== '*')

const satisfies = (wish: Wish, mediaType: string): boolean =>
  (wish.type === '*' || mediaType.startsWith(`${wish.type}/`)) &&
  (wish.subtype === '*' || mediaType.endsWith(`/${wish.subtype}`))

/** In which forms a resource answers. */
export const renderersOf = ({ flat, openMetrics }: Resource): Renderer[] => [
  JSON_RENDERER,
  BROWSABLE_RENDERER,
  CSV_RENDERER,
  ...(flat ? [FLAT_RENDERER] : []),
  ...(openMetrics ? [OPENMETRICS_RENDERER] : []),
]

/** `format` narrows the choice first (an unknown one is a 404), then the Accept header decides; the first offer is the default. */
export function negotiate(
  offers: readonly Renderer[],
  accept: string | undefined,
  format: string | undefined,
): Negotiated {
  const left = format === undefined || format === '' ? offers : offers.filter(offer => offer.format === format)
  if (left.length === 0) throw notFound()
  const asked = wishes(accept === undefined || accept.trim() === '' ? '*/*' : accept)
  for (const wish of asked) {
    const renderer = left.find(offer => satisfies(wish, offer.mediaType))
    if (renderer) return { renderer, indent: wish.indent }
  }
  // A browser that follows a link with ?format=csv says what it wants in the address, not in the header.
  if (format !== undefined && format !== '') return { renderer: left[0]!, indent: 0 }
  throw notAcceptable()
}
