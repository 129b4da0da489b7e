import { isForOperators, StoreUnavailable } from '#store/store-error.ts'

/** The machine, not the program, is at fault: a port in use, a database out of reach. The message says what to do. */
export class EnvironmentError extends Error {}

const sentences: Readonly<Record<string, (message: string) => string>> = {
  EADDRINUSE: message => `The port is taken by another program (${message}); choose one with --port.`,
  EADDRNOTAVAIL: message => `This machine has no such address (${message}); choose one with --host.`,
  EACCES: message => `No permission: ${message}.`,
  EPERM: message => `No permission: ${message}.`,
  ENOSPC: message => `The disk is full: ${message}.`,
  EROFS: message => `The disk cannot be written: ${message}.`,
  ENOENT: message => `There is no such file or folder, and none can be made: ${message}.`,
  ENOTDIR: message => `Not a folder: ${message}.`,
  EEXIST: message => `Not a folder: ${message}.`,
}
const databaseSentence = (message: string): string => `The database cannot be used: ${message}.`

/** Turns errors of sockets, files and database drivers that an operator can mend into sentences; others stay. */
export function explain(thrown: unknown): unknown {
  if (thrown instanceof StoreUnavailable) {
    const why = explain(thrown.cause)
    return why instanceof EnvironmentError ? why : new EnvironmentError(thrown.message, { cause: thrown })
  }
  const { code, message = '', errors } = (thrown ?? {}) as { code?: string; message?: string; errors?: unknown[] }
  if (typeof code !== 'string') return thrown
  // A host with several addresses fails with a bundle of errors and no message of its own.
  const text = message || (errors?.[0] as Error | undefined)?.message || code
  const sentence = sentences[code] ?? (isForOperators(code) ? databaseSentence : undefined)
  return sentence ? new EnvironmentError(sentence(text.replace(/\.$/, '')), { cause: thrown }) : thrown
}
