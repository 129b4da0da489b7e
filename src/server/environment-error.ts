/** The machine, not the program, is at fault: a port in use, a database out of reach. The message says what to do. */
export class EnvironmentError extends Error {}

/** Turns the errors of sockets, files and database drivers that an operator can mend into sentences. */
export function explain(
  error: unknown,
  context: { host: string; port: number; database: string | null; data: string },
) {
  const { code, message } = (error ?? {}) as { code?: string; message?: string }
  const { host, port, data } = context
  const where = context.database === null ? `the data folder ${data}` : 'the database server'
  switch (code) {
    case 'EADDRINUSE':
      return new EnvironmentError(`Port ${port} on ${host} is taken by another program; choose one with --port.`)
    case 'EADDRNOTAVAIL':
      return new EnvironmentError(`This machine has no address ${host}; choose one with --host.`)
    case 'EACCES':
    case 'EPERM':
      return new EnvironmentError(`No permission: ${message ?? code}.`)
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'ETIMEDOUT':
    case '28P01':
    case '28000':
    case '3D000':
      return new EnvironmentError(`Cannot use ${where}: ${message ?? code}.`)
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
    case 'SQLITE_READONLY':
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EROFS':
    case 'ENOTDIR':
      return new EnvironmentError(`Cannot use ${where}: ${message ?? code}.`)
    default:
      return error
  }
}
