// Random changes in random combinations, and the comparison of failing checks at their end.
import assert from 'node:assert/strict'
import { JobRunner } from '#events/job-runner.ts'
import { UnitEditError } from '#translation/catalogue/edit-units.ts'
import { work } from '#translation/catalogue/work.ts'
import { FormatError } from '#translation/formats/index.ts'
import type { Random } from '../random.ts'
import { bulkOperations } from './bulk-operations.ts'
import { expectedFailures, storedFailures } from './check-failures.ts'
import { componentRequests } from './component-requests.ts'
import { fileOperations } from './file-operations.ts'
import { repositoryRequests } from './repository-requests.ts'
import { requests } from './requests.ts'
import { selectionRequests } from './selection-requests.ts'
import { settingOperations } from './setting-operations.ts'
import { siteOperations } from './site-operations.ts'
import { stringOperations } from './string-operations.ts'
import type { World } from './world.ts'

const operations = {
  ...stringOperations,
  ...bulkOperations,
  ...siteOperations,
  ...settingOperations,
  ...fileOperations,
}

function weighted<T>(random: Random, choices: Record<string, [T, number]>): [name: string, choice: T] {
  const all = Object.entries(choices)
  let at = random.below(1000 * all.reduce((sum, [, [, weight]]) => sum + weight, 0)) / 1000
  for (const [name, [choice, weight]] of all) {
    at -= weight
    if (at < 0) return [name, choice]
  }
  return [all[0]![0], all[0]![1][0]]
}

const allRequests = { ...requests, ...selectionRequests, ...componentRequests, ...repositoryRequests }

class Rejected extends Error {}

const isRejection = (error: unknown): boolean =>
  error instanceof Rejected || error instanceof UnitEditError || error instanceof FormatError

/** Runs a few operations in one transaction. Returns their names, or none if the transaction was rolled back. */
async function pieceOfWork(world: World, most: number): Promise<string[]> {
  const { random } = world
  const rewind = random.mark()
  try {
    return await work(world, world.account, async piece => {
      // A retried transaction must repeat the same choices, so that a seed gives the same sequence on both engines.
      rewind()
      const done: string[] = []
      for (let i = 1 + random.below(most); i > 0; i--) {
        const [name, operation] = weighted(random, operations)
        if (await operation(world, piece)) done.push(name)
      }
      if (random.chance(0.02)) throw new Rejected()
      return done
    })
  } catch (error) {
    if (isRejection(error)) return []
    throw error
  }
}

/** One request in a transaction of its own. */
async function request(world: World): Promise<string[]> {
  const [name, send] = weighted(world.random, allRequests)
  return (await send(world)) ? [name] : []
}

/** A random request, or a transaction with up to `most` operations. Returns the names of what was done. */
export const change = (world: World, most: number): Promise<string[]> =>
  world.random.chance(0.35) ? request(world) : pieceOfWork(world, most)

/** Names of all operations and requests. */
export const kinds = (): string[] => [...Object.keys(operations), ...Object.keys(allRequests)]

/** Runs pending jobs, then compares the stored failing checks with a new run of all checks. */
export async function compareChecks(world: World, message: string): Promise<void> {
  const { store, jobs, clock, api } = world
  const { log } = api.services
  const runner = new JobRunner({ store, jobs, log, leaseClock: clock })
  // Jobs may schedule other jobs for later.
  do clock.advance(60)
  while ((await runner.drain()) > 0)
  const failed = await store.read.selectFrom('job').select('last_error').where('last_error', '<>', '').execute()
  assert.deepEqual(failed, [], message)
  assert.deepEqual(await storedFailures(world.store), await expectedFailures(world), message)
}
