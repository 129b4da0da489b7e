/** Structured logging; pino's and Fastify's loggers fit. Secrets do not belong in it. */
export interface Log {
  debug(details: object, message: string): void
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}
