// The JSON encoding of OTLP, as far as we use it: https://opentelemetry.io/docs/specs/otlp/
import type { Attributes, Span } from './span.ts'

const SCOPE = { name: 'parlance' }
const FAILED = 2

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: anyValue(value) }]))

function anyValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

/** Microseconds are exact in a double, nanoseconds are not. */
const nanoseconds = (milliseconds: number): string => `${Math.round(milliseconds * 1000)}000`

const spanOf = (span: Span) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentId !== undefined && { parentSpanId: span.parentId }),
  name: span.name,
  kind: span.kind,
  startTimeUnixNano: nanoseconds(span.began),
  endTimeUnixNano: nanoseconds(span.ended),
  attributes: attributesOf(span.attributes),
  status: span.hasFailed ? { code: FAILED } : {},
})

/** The body of a request to `/v1/traces`. */
export const traceBody = (resource: Attributes, spans: readonly Span[]): string =>
  JSON.stringify({
    resourceSpans: [
      { resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope: SCOPE, spans: spans.map(spanOf) }] },
    ],
  })

/** A metric as prom-client lists it. */
export interface MetricValues {
  readonly name: string
  readonly help: string
  readonly type: unknown
  readonly values: readonly {
    readonly value: number
    readonly labels: Readonly<Record<string, string | number | undefined>>
    readonly metricName?: string
  }[]
}

/** Totals grow from zero since the process began. */
const CUMULATIVE = 2

/** The body of a request to `/v1/metrics`. Times are in milliseconds since 1970. */
export const metricsBody = (
  resource: Attributes,
  metrics: readonly MetricValues[],
  began: number,
  now: number,
): string => {
  const times = { startTimeUnixNano: nanoseconds(began), timeUnixNano: nanoseconds(now) }
  return JSON.stringify({
    resourceMetrics: [
      {
        resource: { attributes: attributesOf(resource) },
        scopeMetrics: [{ scope: SCOPE, metrics: metrics.map(metric => metricOf(metric, times)) }],
      },
    ],
  })
}

type Times = Readonly<Record<string, string>>

function metricOf(metric: MetricValues, times: Times) {
  const named = { name: metric.name, description: metric.help }
  if (metric.type === 'histogram')
    return { ...named, histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histogramPoints(metric, times) } }
  const dataPoints = metric.values.map(({ value, labels }) => ({
    ...times,
    attributes: attributesOf(labels),
    asDouble: value,
  }))
  if (metric.type === 'counter')
    return { ...named, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } }
  return { ...named, gauge: { dataPoints } }
}

/** prom-client lists running totals by upper bound; OTLP wants the count of each bucket. */
function histogramPoints({ values }: MetricValues, times: Times) {
  const points = new Map<string, { labels: Attributes; bounds: number[]; totals: number[]; sum: number }>()
  for (const { value, labels, metricName = '' } of values) {
    const { le, ...own } = labels
    const key = JSON.stringify(Object.entries(own).sort())
    const point = points.get(key) ?? { labels: own, bounds: [], totals: [], sum: 0 }
    points.set(key, point)
    if (metricName.endsWith('_sum')) point.sum = value
    if (le === undefined) continue
    point.totals.push(value)
    if (le !== '+Inf') point.bounds.push(Number(le))
  }
  return [...points.values()].map(({ labels, bounds, totals, sum }) => ({
    ...times,
    attributes: attributesOf(labels),
    count: String(totals.at(-1) ?? 0),
    sum,
    explicitBounds: bounds,
    bucketCounts: totals.map((total, i) => String(total - (totals[i - 1] ?? 0))),
  }))
}
