import type { Config } from '#core/config.ts'
import { type Log, logTo } from '#events/log.ts'

const levels = { debug: 20, info: 30, warn: 40, error: 50, silent: 100 } as const

/** Logger for processes that serve no requests. Same format as in the workers, without loading pino. */
export function lineLog(level: Config['logLevel'], out: { write(text: string): unknown } = process.stderr): Log {
  const at = (name: 'info' | 'warn' | 'error') => (fields: object, msg: string) => {
    if (levels[name] < levels[level]) return
    const { err, ...rest } = fields as { err?: unknown }
    const error = err instanceof Error ? { err: { type: err.name, message: err.message, stack: err.stack } } : {}
    out.write(
      `${JSON.stringify({ level: levels[name], time: Date.now(), pid: process.pid, ...rest, ...error, msg })}\n`,
    )
  }
  return logTo({ info: at('info'), warn: at('warn'), error: at('error') })
}
