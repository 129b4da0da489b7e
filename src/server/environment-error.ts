import { PluginError } from '#core/plugins.ts'
import { isForOperators, StoreUnavailable } from '#store/store-error.ts'

/**
 * A problem of the machine, not the program: a port in use, a database that cannot be reached. The message says what to
 * do.
 */
export class EnvironmentError extends Error {}

const sentences: Readonly<Record<string, (message: string) => string>> = {
  EADDRINUSE: message => `The port is taken by another program (${message}). Choose another one with --port.`,
  EADDRNOTAVAIL: message => `This machine does not have that address (${message}). Choose another one with --host.`,
  EACCES: message => `Permission denied: ${message}.`,
  EPERM: message => `Permission denied: ${message}.`,
  ENOSPC: message => `The disk is full: ${message}.`,
  EROFS: message => `The file system is read-only: ${message}.`,
  ENOENT: message => `The file or directory does not exist and could not be created: ${message}.`,
  ENOTDIR: message => `Not a directory: ${message}.`,
  EEXIST: message => `Not a directory: ${message}.`,
}
const databaseSentence = (message: string): string => `The database cannot be used: ${message}.`

/** Explains socket, file and database errors that an operator can fix. Other errors are returned unchanged. */
export function explain(thrown: unknown): unknown {
  if (thrown instanceof PluginError) return new EnvironmentError(thrown.message, { cause: thrown })
  if (thrown instanceof StoreUnavailable) {
    const cause = explain(thrown.cause)
    return cause instanceof EnvironmentError ? cause : new EnvironmentError(thrown.message, { cause: thrown })
  }
  const { code, message = '', errors } = (thrown ?? {}) as { code?: string; message?: string; errors?: unknown[] }
  if (typeof code !== 'string') return thrown
  // A host with several addresses fails with an AggregateError that has no message.
  const text = message || (errors?.[0] as Error | undefined)?.message || code
  const sentence = sentences[code] ?? (isForOperators(code) ? databaseSentence : undefined)
  return sentence ? new EnvironmentError(sentence(text.replace(/\.$/, '')), { cause: thrown }) : thrown
}
