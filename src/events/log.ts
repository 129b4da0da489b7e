import { LOG_EVENTS, type LogEventName, type LogFields } from './log-events.ts'

/** What writes the lines: pino in processes that serve requests, `lineLog` in the others. */
export interface LogWriter {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Logs an event of `log-events.ts`. */
export type Log = <Name extends LogEventName>(event: Name, fields: LogFields<Name>) => void

/** For lines about a request, `writer` is `request.log`, which adds the request ID. */
export function logEvent<Name extends LogEventName>(writer: LogWriter, event: Name, fields: LogFields<Name>): void {
  const { level, message } = LOG_EVENTS[event]
  writer[level]({ event, ...fields }, message)
}

export const logTo =
  (writer: LogWriter): Log =>
  (event, fields) =>
    logEvent(writer, event, fields)
