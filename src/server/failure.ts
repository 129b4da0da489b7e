import { EnvironmentError, explain } from './environment-error.ts'

/** An error that a child process reports to its parent. */
export interface Failure {
  readonly message: string
  /** Whether it is an EnvironmentError. */
  readonly environment: boolean
}

export function describeFailure(error: unknown): Failure {
  if (process.env.PARLANCE_DEBUG) console.error(error)
  const explained = explain(error)
  const message = explained instanceof Error ? explained.message : String(explained)
  return { message, environment: explained instanceof EnvironmentError }
}

export const failureOf = ({ message, environment }: Failure): Error =>
  environment ? new EnvironmentError(message) : new Error(message)

/** Messages of a worker to the primary. */
export type WorkerMessage = { readonly worker: 'ready' } | ({ readonly worker: 'failed' } & Failure)
