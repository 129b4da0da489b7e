// After any sequence of operations, the statistics must equal a full recount.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { asOften, onEachEngine } from '#store/testing.ts'
import { UnitEditError } from '#translation/catalogue/edit-units.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { work } from '#translation/catalogue/work.ts'
import { FormatError } from '#translation/formats/index.ts'
import type { Random } from '../random.ts'
import { bulkOperations } from './bulk-operations.ts'
import { expectedFailures, storedFailures, wrongStates } from './check-failures.ts'
import { fileOperations } from './file-operations.ts'
import { requests } from './requests.ts'
import { settingOperations } from './setting-operations.ts'
import { siteOperations } from './site-operations.ts'
import { stringOperations } from './string-operations.ts'
import { makeWorld, type World } from './world.ts'

const OPERATIONS = Number(process.env.PARLANCE_TEST_OPERATIONS ?? asOften(1000, 4000))
const SEED = Number(process.env.PARLANCE_TEST_SEED ?? 20_261_115)
/** Operations between two comparisons. Set it lower to find the operation that caused a difference. */
const COMPARE_EVERY = Number(process.env.PARLANCE_TEST_COMPARE_EVERY ?? 100)
/** Running all checks again is slow, so only every fifth comparison does it. */
const RECHECK_EVERY = 5

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

class Rejected extends Error {}

const isRejection = (error: unknown): boolean =>
  error instanceof Rejected || error instanceof UnitEditError || error instanceof FormatError

/** Runs a few operations in one transaction. Returns their names, or none if the transaction was rolled back. */
async function pieceOfWork(world: World): Promise<string[]> {
  const { random } = world
  const rewind = random.mark()
  try {
    return await work(world, world.account, async piece => {
      // A retried transaction must repeat the same choices, so that a seed gives the same sequence on both engines.
      rewind()
      const done: string[] = []
      for (let i = 1 + random.below(6); i > 0; i--) {
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

async function request(world: World): Promise<string[]> {
  const [name, send] = weighted(world.random, requests)
  return (await send(world)) ? [name] : []
}

/** Runs pending jobs, then compares the stored failing checks with a new run of all checks. */
async function compareChecks(world: World, message: string): Promise<void> {
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

onEachEngine(
  'a long random sequence',
  open => {
    test(`${OPERATIONS} operations from seed ${SEED} leave correct statistics`, async t => {
      const world = await makeWorld(await open(), SEED)
      const times = new Map<string, number>()
      const { random, clock, store } = world
      let done = 0
      let comparisons = 0
      for (let compared = 0; done < OPERATIONS; ) {
        clock.advance(random.pick([0, 0, 1, 60, 7200, 25_000]))
        const names = await (random.chance(0.2) ? request(world) : pieceOfWork(world))
        for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
        done += names.length
        if (done - compared < COMPARE_EVERY && done < OPERATIONS) continue
        compared = done
        const message = `after ${done} operations from seed ${SEED}; last: ${names.join(', ')}`
        assert.deepEqual(await faults(store), [], message)
        assert.deepEqual(await wrongStates(world), [], message)
        if (++comparisons % RECHECK_EVERY === 0 || done >= OPERATIONS) await compareChecks(world, message)
      }
      t.diagnostic(`seed ${SEED}: ${[...times].map(([name, n]) => `${name} ${n}`).join(', ')}`)
      if (OPERATIONS < 2000) return
      for (const name of [...Object.keys(operations), ...Object.keys(requests)]) assert.ok(times.has(name), name)
    })
  },
  { doesMore: true },
)
