import type { Services } from '#core/services.ts'
import type { Progress } from '#events/progress.ts'
import { type Field, type Fields, type Input, optional } from '#fields/field.ts'
import { InvalidInput } from '#fields/problem.ts'
import { readFields } from '#fields/read.ts'
import type { Work } from '../catalogue/work.ts'
import { inStep } from '../import-steps/in-step.ts'
import type { Steps } from '../import-steps/steps.ts'
import type { Tally } from '../import-steps/tally.ts'
import { type Page, type Source, StatusError } from './source.ts'

/** What all parts of an import share. */
export interface Importing {
  readonly services: Services
  readonly client: Source
  readonly steps: Steps
  readonly progress: Progress
  /** Rows per page. */
  readonly pageSize: number
  /** Local accounts by their username on the server. */
  readonly accounts: Map<string, number>
  /** Usernames by the id of their groups on the server. */
  readonly members: Map<string, Set<string>>
  /** Codes by the id of languages on the server. */
  readonly languages: Map<number, string>
  /** Local projects by their id on the server. */
  readonly projects: Map<number, number>
}

/** Runs a step over the pages of a list, one transaction per page. A list that the token may not read is left out. */
export async function overPages<T>(
  importing: Importing,
  step: string,
  path: string,
  {
    prepare,
    store,
  }: { prepare: (page: Page) => Promise<T>; store: (piece: Work, tally: Tally, ready: T) => Promise<void> },
): Promise<void> {
  const { client, steps } = importing
  for (let at = steps.next(step, path); !steps.isDone(step); ) {
    let page: Page
    try {
      page = await client.page(at)
    } catch (error) {
      if (!isDenied(error)) throw error
      await inStep(importing, step, async (_, tally) => tally.note(unreadable(error, path)))
      return
    }
    const ready = await prepare(page)
    await inStep(importing, step, (piece, tally) => store(piece, tally, ready), page.next)
    at = page.next
  }
}

/** Whether the server has no such list, or does not show it to the owner of the token. */
export const isDenied = (error: unknown): error is StatusError =>
  error instanceof StatusError && [401, 403, 404, 405].includes(error.status)

export const unreadable = ({ status }: StatusError, path: string): string =>
  `/api/${path.replace(/\?.*/, '')} could not be read (status ${status})`

export const withSize = (path: string, size: number): string => `${path}?page_size=${size}`

/** A member that older servers leave out. */
export const usual = <T>(field: Field<T>, fallback: T): Field<T> => optional(field, fallback) as Field<T>

/** A row with the declared members, or why it cannot be stored. */
export function parsed<F extends Fields>(fields: F, value: unknown): Input<F> | { invalid: string } {
  try {
    return readFields(fields, value)
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    const [first] = error.problems
    return { invalid: `invalid ${(first?.attr ?? '').replaceAll(/\d+/g, 'n')}: ${first?.detail ?? error.message}` }
  }
}

export const isInvalid = (value: object): value is { invalid: string } => 'invalid' in value

/** The last part of an address: `…/api/users/alice/` → `alice`. */
export const lastPart = (address: string): string => {
  const part = address.replace(/\/+$/, '').split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
