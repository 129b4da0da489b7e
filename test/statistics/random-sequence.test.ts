// After any sequence of operations, the statistics must equal a full recount.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { asOften, onEachEngine } from '#store/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { wrongStates } from './check-failures.ts'
import { change, compareChecks, kinds } from './random-work.ts'
import { makeWorld } from './world.ts'

const OPERATIONS = Number(process.env.PARLANCE_TEST_OPERATIONS ?? asOften(1000, 4000))
const SEED = Number(process.env.PARLANCE_TEST_SEED ?? 20_261_115)
/** Operations between two comparisons. Set it lower to find the operation that caused a difference. */
const COMPARE_EVERY = Number(process.env.PARLANCE_TEST_COMPARE_EVERY ?? 100)
/** Running all checks again is slow, so only every fifth comparison does it. */
const RECHECK_EVERY = 5

onEachEngine(
  'a long random sequence',
  open => {
    test(`${OPERATIONS} operations from seed ${SEED} leave correct statistics`, async t => {
      const world = await makeWorld(await open(), SEED)
      t.after(() => world.upstream.remove())
      const times = new Map<string, number>()
      const { random, clock, store } = world
      let done = 0
      let comparisons = 0
      for (let compared = 0; done < OPERATIONS; ) {
        clock.advance(random.pick([0, 0, 1, 60, 7200, 25_000]))
        const names = await change(world, 6)
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
      for (const name of kinds()) assert.ok(times.has(name), name)
    })
  },
  { doesMore: true },
)
