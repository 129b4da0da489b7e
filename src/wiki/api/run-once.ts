import {
  IDEMPOTENCY_HEADER,
  IdempotencyError,
  type IdempotencyKey,
  idempotencyKey,
  rememberAnswer,
  rememberedAnswer,
} from '#accounts/idempotency.ts'
import type { Writer } from '#store/store.ts'
import { isDuplicate } from '#store/store-error.ts'
import { ApiError, fail } from '../messages/message.ts'
import type { ActionRun } from './action-run.ts'
import type { ActionModule } from './module.ts'
import type { Row } from './result/shape.ts'

/**
 * Runs a writing action that may be retried. With an `Idempotency-Key`, the first successful response is stored in the
 * transaction of the action; repeating the request returns that response without writing anything.
 */
export async function runOnce(run: ActionRun, module: ActionModule, work: () => Promise<void>): Promise<void> {
  const header = run.request.header(IDEMPOTENCY_HEADER)
  if (header === undefined) return work()
  if (!module.idempotent) fail('apierror-idempotency-unsupported', [module.name])
  const key = asApiErrors(() => idempotencyKey(run.caller, header, requestOf(run, module)))!
  if (await replay(run, key)) return
  run.idempotency = key
  try {
    await work()
  } catch (error) {
    // The later of two concurrent requests fails on what the earlier one wrote: an edit conflict, a page, or its key.
    if (!(error instanceof ApiError || error instanceof AlreadyAnswered) || !(await replay(run, key))) throw error
  }
}

/** Stores the response in the same transaction as the writes. */
export async function rememberResult({ wiki, idempotency }: ActionRun, tx: Writer, result: Row): Promise<void> {
  if (idempotency === null) return
  await rememberAnswer(tx, wiki.clock, idempotency, result).catch((error: unknown) => {
    throw isDuplicate(error) ? new AlreadyAnswered() : error
  })
}

/** Another request with the same key came first; its writes stay. */
class AlreadyAnswered extends Error {}

async function replay(run: ActionRun, key: IdempotencyKey): Promise<boolean> {
  const { wiki } = run
  const answer = await asApiErrors(() => rememberedAnswer<Row>(wiki.db, wiki.clock, key))
  if (answer === null) return false
  run.result = answer
  run.headers['idempotency-replayed'] = 'true'
  return true
}

/** Identity of a request: without the token, which changes with the session, and without the response format. */
function requestOf({ request }: ActionRun, { name, prefix, params }: ActionModule): string[] {
  const own = Object.keys(params).filter(each => each !== 'token')
  const sent = own.map(each => [prefix + each, request.params.get(prefix + each)] as const)
  return [name, ...sent.filter(([, value]) => value !== undefined).map(([each, value]) => `${each}=${value}`)]
}

function asApiErrors<T>(work: () => T): T {
  const refuse = (error: unknown): never => {
    if (!(error instanceof IdempotencyError)) throw error
    return fail(error.kind === 'malformed' ? 'apierror-idempotency-malformed' : 'apierror-idempotency-reused')
  }
  try {
    const done = work()
    return done instanceof Promise ? (done.catch(refuse) as T) : done
  } catch (error) {
    return refuse(error)
  }
}
