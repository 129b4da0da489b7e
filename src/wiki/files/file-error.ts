/** A file request that failed, with its HTTP status and reason. */
export class FileError extends Error {
  readonly status: 400 | 403 | 404 | 415 | 503

  constructor(status: FileError['status'], message: string) {
    super(message)
    this.status = status
  }
}

export const notFound = (message = 'This file does not exist.'): never => {
  throw new FileError(404, message)
}
