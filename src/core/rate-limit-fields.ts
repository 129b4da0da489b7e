/** A limit as its caller sees it after a request. */
export interface LimitState {
  /** Tells the limits of a response apart. */
  readonly name: string
  readonly limit: number
  readonly periodMs: number
  readonly remaining: number
  readonly resetMs: number
}

const text = (name: string): string => `"${name.replace(/[^ !#-[\]-~]/g, '')}"`

/** The headers of the IETF draft "RateLimit header fields for HTTP": quota and window, what remains and until when. */
export function rateLimitFields(limits: readonly LimitState[]): Record<string, string> {
  if (limits.length === 0) return {}
  const seconds = (ms: number): number => Math.ceil(ms / 1000)
  const policies = limits.map(({ name, limit, periodMs }) => `${text(name)};q=${limit};w=${seconds(periodMs)}`)
  const states = limits.map(({ name, remaining, resetMs }) => `${text(name)};r=${remaining};t=${seconds(resetMs)}`)
  return { 'RateLimit-Policy': policies.join(', '), RateLimit: states.join(', ') }
}
