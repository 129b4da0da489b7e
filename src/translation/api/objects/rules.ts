import { invalidField } from '#fields/problem.ts'
import { RepositoryError } from '../../repositories/repository-error.ts'

/** A rule of what repositories are told; an empty text leaves it to them. */
export const readableByRepositories =
  (check: (text: string) => void) =>
  (text: string, attr: string): void => {
    try {
      if (text !== '') check(text)
    } catch (error) {
      throw error instanceof RepositoryError ? invalidField(attr, 'invalid', error.message) : error
    }
  }
