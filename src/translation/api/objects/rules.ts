import { invalidField } from '#fields/problem.ts'
import { RepositoryError } from '../../repositories/repository-error.ts'

/** Applies a repository check as a field rule; an empty text means the repository default. */
export const readableByRepositories =
  (check: (text: string) => void) =>
  (text: string, attr: string): void => {
    try {
      if (text !== '') check(text)
    } catch (error) {
      throw error instanceof RepositoryError ? invalidField(attr, 'invalid', error.message) : error
    }
  }
