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
 * Runs an action that its caller may send twice. With an `Idempotency-Key` the first success is remembered in the transaction that
 * it writes in; the same request with the same key gets that answer again and writes nothing.
 */
export async function runOnce(run: ActionRun, module: ActionModule, work: () => Promise<void>): Promise<void> {
  const header = run.request.header(IDEMPOTENCY_HEADER)
  if (header === undefined || !module.write) return work()
  if (!module.idempotent) fail('apierror-idempotency-unsupported', [module.name])
  const key = asApiErrors(() => idempotencyKey(run.caller, header, requestOf(run, module)))!
  if (await replay(run, key)) return
  run.idempotency = key
  try {
    await work()
  } catch (error) {
    // Of two at once, the later meets what the earlier one wrote: as a conflict, as a page that exists, or as its key.
    if (!(error instanceof ApiError || error instanceof AlreadyAnswered) || !(await replay(run, key))) throw error
  }
}

/** Remembers what a request is answered, together with what it writes. */
export async function rememberResult({ wiki, idempotency }: ActionRun, tx: Writer, result: Row): Promise<void> {
  if (idempotency === null) return
  await rememberAnswer(tx, wiki.clock, idempotency, result).catch((error: unknown) => {
    throw isDuplicate(error) ? new AlreadyAnswered() : error
  })
}

/** Another request with the same key was quicker. It is no lost race: what that one wrote stays. */
class AlreadyAnswered extends Error {}

async function replay(run: ActionRun, key: IdempotencyKey): Promise<boolean> {
  const { wiki } = run
  const answer = await asApiErrors(() => rememberedAnswer<Row>(wiki.db, wiki.clock, key))
  if (answer === null) return false
  run.result = answer
  run.headers['idempotency-replayed'] = 'true'
  return true
}

/** What makes it the same request: neither its token, which changes with the session, nor the form of the answer. */
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
