// While many writers change everything, the statistics must equal a full recount at every instant, not only at the end.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { JobRunner } from '#events/job-runner.ts'
import { asOften, onEachEngine } from '#store/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { percent } from '#translation/statistics/statistics.ts'
import { Random } from '../random.ts'
import { wrongStates } from './check-failures.ts'
import { change, compareChecks, kinds } from './random-work.ts'
import { makeWorld, type World } from './world.ts'

const WRITERS = 16
const OPERATIONS = Number(process.env.PARLANCE_TEST_OPERATIONS ?? asOften(200, 600))
const SEED = Number(process.env.PARLANCE_TEST_SEED ?? 20_261_117)
/** Operations of one transaction. Two may lock strings in opposite orders, and then wait for PostgreSQL to notice. */
const MOST = 2
/** Writers and jobs run at the same time, each on a connection of its own. */
const CONNECTIONS = WRITERS + 6

/** What one reader sees in a snapshot; writers go on meanwhile. */
const snapshot = ({ store }: World): Promise<string[]> => store.atOneMoment(read => faults({ read }))

interface Numbers {
  total: number
  translated: number
  translated_percent: number
  fuzzy: number
  approved: number
}

/** All counts of a response must belong to the same moment. */
async function readStatistics({ api, key, random, projects }: World): Promise<string[]> {
  const paths = projects.map(({ slug }) => `/api/projects/${slug}/statistics/`)
  const path = random.pick([...paths, '/api/languages/cs/statistics/'])
  const { status, json } = await api.send('GET', path, { key })
  assert.equal(status, 200, path)
  const { total, translated, translated_percent, fuzzy, approved } = json as Numbers
  const isOneMoment =
    translated + fuzzy <= total && approved <= translated && translated_percent === percent(translated, total)
  return isOneMoment ? [] : [`${path}: ${JSON.stringify(json)}`]
}

onEachEngine(
  'concurrent writers',
  open => {
    test(`statistics are exact at every instant of ${OPERATIONS} operations by ${WRITERS} writers`, async t => {
      const world = await makeWorld(await open({ connections: CONNECTIONS }), SEED)
      t.after(() => world.upstream.remove())
      const { store, jobs, clock, api } = world
      const times = new Map<string, number>()
      let [done, busy, mostBusy, snapshots] = [0, 0, 0, 0]
      const isOver = () => done >= OPERATIONS
      const write = async (writer: number) => {
        const own = { ...world, random: new Random(SEED + 1000 * writer) }
        while (!isOver()) {
          clock.advance(own.random.pick([0, 0, 0, 1, 60]))
          mostBusy = Math.max(mostBusy, ++busy)
          const names = await change(own, MOST).finally(() => busy--)
          for (const name of names) times.set(name, (times.get(name) ?? 0) + 1)
          done += names.length
          await turn()
        }
      }
      const runJobs = async () => {
        const runner = new JobRunner({ store, jobs, log: api.services.log, leaseClock: clock })
        while (!isOver()) if ((await runner.drain()) === 0) await turn()
      }
      const look = async () => {
        const own = { ...world, random: new Random(SEED - 1) }
        while (!isOver()) {
          const message = `after about ${done} operations from seed ${SEED}`
          assert.deepEqual(await snapshot(world), [], message)
          assert.deepEqual(await readStatistics(own), [], message)
          snapshots++
          await turn()
        }
      }
      const writers = Array.from({ length: WRITERS }, (_, writer) => write(writer))
      const everyone = [...writers, runJobs(), look()]
      // One failure ends the others, so that the test reports it instead of waiting.
      await Promise.all(everyone).catch(async error => {
        done = OPERATIONS
        await Promise.allSettled(everyone)
        throw error
      })
      const message = `after ${done} operations from seed ${SEED}`
      assert.deepEqual(await faults(store), [], message)
      assert.deepEqual(await wrongStates(world), [], message)
      await compareChecks(world, message)
      assert.equal(mostBusy, WRITERS)
      assert.ok(snapshots > 0)
      const counts = [...times].map(([name, n]) => `${name} ${n}`).join(', ')
      t.diagnostic(`seed ${SEED}: ${snapshots} snapshots between ${done} operations: ${counts}`)
      if (OPERATIONS < 4000) return
      for (const name of kinds()) assert.ok(times.has(name), name)
    })
  },
  { doesMore: true },
)
