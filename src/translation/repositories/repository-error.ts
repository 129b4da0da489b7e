import { storeError, unavailability } from '#store/store-error.ts'

export const NO_ROOM = 'There is no room left on the disk of this server.'

/** The same for what Node or a driver says of a disk without room; anything else stays as it is. */
export const readableTrouble = (error: unknown): unknown =>
  unavailability(storeError(error))?.trouble === 'full' ? new RepositoryError('limit', NO_ROOM) : error

/** Why something with a repository could not be done, in words for the person who wanted it. */
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
