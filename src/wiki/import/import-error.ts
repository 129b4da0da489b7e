/** An import error that the user can resolve. The message says how. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
