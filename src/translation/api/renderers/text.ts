import { toJson } from '../json.ts'
import { CSV_RENDERER, FLAT_RENDERER, type Negotiated, OPENMETRICS_RENDERER } from '../negotiation.ts'
import type { Page } from '../pagination.ts'
import type { Resource } from '../resource.ts'
import { toCsv } from './csv.ts'

/** A response body in a format for programs. */
export interface RenderedText {
  readonly type: string
  readonly text: string
}

export function renderText(
  { renderer, indent }: Negotiated,
  resource: Resource | undefined,
  status: number,
  body: unknown,
): RenderedText {
  const { rows, openMetrics } = resource ?? {}
  if (renderer === CSV_RENDERER) {
    const table = status < 400 && rows ? rows(body as never) : body
    return { type: 'text/csv; charset=utf-8', text: toCsv(table) }
  }
  if (renderer === OPENMETRICS_RENDERER && status < 400 && openMetrics)
    return {
      type: `${OPENMETRICS_RENDERER.mediaType}; version=1.0.0; charset=utf-8`,
      text: openMetrics(body as never),
    }
  const flat = renderer === FLAT_RENDERER && Array.isArray((body as Page | null)?.results)
  return { type: 'application/json', text: toJson(flat ? (body as Page).results : body, indent) }
}
