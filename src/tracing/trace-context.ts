/** A place in a trace, as the header `traceparent` carries it (W3C Trace Context). */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** Whether the trace is recorded. */
  readonly isSampled: boolean
}

const SHAPE = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const SAMPLED = 1

/** Null for a header that is missing or malformed: then a new trace begins. */
export function readTraceparent(header: string | undefined): TraceContext | null {
  const [, version, traceId, spanId, flags, more] = SHAPE.exec(header ?? '') ?? []
  if (traceId === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId!)) return null
  return { traceId, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & SAMPLED) === SAMPLED }
}

export const traceparentOf = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-0${isSampled ? SAMPLED : 0}`
