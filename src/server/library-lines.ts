import type { LOG_EVENTS } from '#events/log-events.ts'

/** The text of lines that an event of ours replaces. */
export const WITHOUT_LINE = ''

const event = 'http.library' satisfies keyof typeof LOG_EVENTS

/** A hook of pino: gives the lines that Fastify logs on its own an event, so that every line has one. */
export function nameLibraryLines(this: unknown, args: unknown[], write: (...args: unknown[]) => void): void {
  const [first, ...rest] = args
  if (first === WITHOUT_LINE) return
  if (typeof first !== 'object' || first === null) write.call(this, { event }, ...args)
  else if ('event' in first) write.apply(this, args)
  else write.call(this, first instanceof Error ? { event, err: first } : { event, ...first }, ...rest)
}
