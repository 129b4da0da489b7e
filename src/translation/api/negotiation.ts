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

interface AcceptedType {
  type: string
  subtype: string
  quality: number
  indent: number
}

function parseAccept(accept: string): AcceptedType[] {
  return accept
    .split(',')
    .slice(0, 64)
    .map((part): AcceptedType => {
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
    .filter(accepted => accepted.type !== '' && accepted.quality > 0)
    .sort((a, b) => b.quality - a.quality || precision(b) - precision(a))
}

const precision = (accepted: AcceptedType): number => Number(accepted.type !== '*') + Number(accepted.subtype !== '*')

const satisfies = (accepted: AcceptedType, mediaType: string): boolean =>
  (accepted.type === '*' || mediaType.startsWith(`${accepted.type}/`)) &&
  (accepted.subtype === '*' || mediaType.endsWith(`/${accepted.subtype}`))

/** Formats a resource supports. */
export const renderersOf = ({ flat, openMetrics }: Resource): Renderer[] => [
  JSON_RENDERER,
  BROWSABLE_RENDERER,
  CSV_RENDERER,
  ...(flat ? [FLAT_RENDERER] : []),
  ...(openMetrics ? [OPENMETRICS_RENDERER] : []),
]

/** `format` narrows the choice first (404 if unknown), then the Accept header decides. The first offer is default. */
export function negotiate(
  offers: readonly Renderer[],
  accept: string | undefined,
  format: string | undefined,
): Negotiated {
  const candidates = format === undefined || format === '' ? offers : offers.filter(offer => offer.format === format)
  if (candidates.length === 0) throw notFound()
  const acceptedTypes = parseAccept(accept === undefined || accept.trim() === '' ? '*/*' : accept)
  for (const accepted of acceptedTypes) {
    const renderer = candidates.find(offer => satisfies(accepted, offer.mediaType))
    if (renderer) return { renderer, indent: accepted.indent }
  }
  // A browser that follows a ?format=csv link sends the format in the URL, not in Accept.
  if (format !== undefined && format !== '') return { renderer: candidates[0]!, indent: 0 }
  throw notAcceptable()
}
