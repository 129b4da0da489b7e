/** An import that cannot go on, for a reason its caller can do something about. The message says what. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}
