// Whatever people do, in whatever order: what is counted along the way must be what a recount finds.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JobRunner } from '#events/job-runner.ts'
import { asOften, onEachEngine } from '#store/testing.ts'
import { UnitEditError } from '#translation/catalogue/edit-units.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { work } from '#translation/catalogue/work.ts'
import { FormatError } from '#translation/formats/index.ts'
import { bulkOperations } from './bulk-operations.ts'
import { fileOperations } from './file-operations.ts'
import type { Random } from './random.ts'
import { requests } from './requests.ts'
import { settingOperations } from './setting-operations.ts'
import { siteOperations } from './site-operations.ts'
import { stringOperations } from './string-operations.ts'
import { rightVerdicts, storedVerdicts, wrongStates } from './verdicts.ts'
import { makeWorld, type World } from './world.ts'

const OPERATIONS = Number(process.env.PARLANCE_TEST_OPERATIONS ?? asOften(1000, 4000))
const SEED = Number(process.env.PARLANCE_TEST_SEED ?? 20_261_115)
/** How many operations lie between two comparisons; the fewer, the nearer to the one that made the difference. */
const COMPARE_EVERY = Number(process.env.PARLANCE_TEST_COMPARE_EVERY ?? 100)
/** To check every string anew takes longer than to count it anew, so that is done at every fifth comparison. */
const CHECK_ANEW_EVERY = 5

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

class Refused extends Error {}

const isRefusal = (error: unknown): boolean =>
  error instanceof Refused || error instanceof UnitEditError || error instanceof FormatError

/** A few operations as one piece of work. Names of what was done; nothing when it was refused, for then none of it stays. */
async function pieceOfWork(world: World): Promise<string[]> {
  const { random } = world
  const again = random.mark()
  try {
    return await work(world, world.account, async piece => {
      // Work that has to begin anew does the same again, so that a seed means the same on both engines.
      again()
      const done: string[] = []
      for (let i = 1 + random.below(6); i > 0; i--) {
        const [name, operation] = weighted(random, operations)
        if (await operation(world, piece)) done.push(name)
      }
      if (random.chance(0.02)) throw new Refused()
      return done
    })
  } catch (error) {
    if (isRefusal(error)) return []
    throw error
  }
}

async function request(world: World): Promise<string[]> {
  const [name, ask] = weighted(world.random, requests)
  return (await ask(world)) ? [name] : []
}

/** Once the jobs that follow the work are done, every string has the verdicts that it would have if it were checked anew. */
async function compareVerdicts(world: World, message: string): Promise<void> {
  const { store, jobs, clock, api } = world
  const { log } = api.services
  const runner = new JobRunner({ store, jobs, log, leaseClock: clock })
  // Some ask for others, which come a little later.
  do clock.advance(60)
  while ((await runner.drain()) > 0)
  const failed = await store.read.selectFrom('job').select('last_error').where('last_error', '<>', '').execute()
  assert.deepEqual(failed, [], message)
  assert.deepEqual(await storedVerdicts(world.store), await rightVerdicts(world), message)
}

onEachEngine(
  'a long random sequence',
  open => {
    test(`${OPERATIONS} operations from seed ${SEED} leave the numbers that a recount finds`, async t => {
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
        if (++comparisons % CHECK_ANEW_EVERY === 0 || done >= OPERATIONS) await compareVerdicts(world, message)
      }
      t.diagnostic(`seed ${SEED}: ${[...times].map(([name, n]) => `${name} ${n}`).join(', ')}`)
      if (OPERATIONS < 2000) return
      for (const name of [...Object.keys(operations), ...Object.keys(requests)]) assert.ok(times.has(name), name)
    })
  },
  { doesMore: true },
)
