import { EnvironmentError, explain } from './environment-error.ts'

/** Why a process could not do its work, as it tells the one that started it. */
export interface Failure {
  readonly message: string
  /** It is the machine's fault, not the program's. */
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

/** What a worker tells its primary. */
export type WorkerMessage = { readonly worker: 'ready' } | ({ readonly worker: 'failed' } & Failure)
