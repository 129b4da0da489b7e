import { storeError, unavailability } from '#store/store-error.ts'

export const NO_ROOM = 'The disk of this server is full.'

/** Converts disk-full errors of Node or a driver; returns other errors unchanged. */
export const readableTrouble = (error: unknown): unknown =>
  unavailability(storeError(error))?.trouble === 'full' ? new RepositoryError('limit', NO_ROOM) : error

/** Why a repository operation failed, worded for users. */
export class RepositoryError extends Error {
  readonly kind:
    | 'refused'
    | 'away'
    | 'denied'
    | 'no branch'
    | 'moved'
    | 'limit'
    | 'busy'
    | 'no git'
    | 'no wishes'
    | 'failed'

  constructor(kind: RepositoryError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
