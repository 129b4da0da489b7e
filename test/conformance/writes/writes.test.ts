// Compares responses to writes, and to reads after them, with those of a real MediaWiki 1.39.
// PARLANCE_TEST_SHOW_WRITES=1 lists the differences; PARLANCE_TEST_WRITES=keep replays only one recording, all replays on PostgreSQL
// also those that it otherwise leaves to SQLite to save time.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import type { Engine } from '#store/store.ts'
import { NO_POSTGRES } from '#store/testing.ts'
import { Replayer } from './replayer.ts'
import { differences } from './same-answer.ts'
import { type Recording, recordings, sharedWrites } from './scenarios.ts'
import { recordedClock, startWriteWiki } from './write-wiki.ts'

const NO_SEED = 'the recordings of writes (shared/writes) are missing'

/** The recordings with the most different statements. */
const ON_POSTGRES = ['people', 'small']

/** The result of a step. */
interface Outcome {
  readonly action: string
  readonly where: string
  readonly different: readonly string[]
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = existsSync(sharedWrites)
    ? engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES && NO_POSTGRES
    : NO_SEED
  test(`responses to writes match MediaWiki on ${engine}`, { skip }, async t => {
    const outcomes: Outcome[] = []
    for (const [name, recording] of [...recordings()].filter(([name]) => isReplayed(name, engine)))
      await t.test(name, async () => {
        outcomes.push(...(await replay(engine, recording)))
      })
    const wrong = outcomes.filter(({ different }) => different.length > 0)
    if (process.env.PARLANCE_TEST_SHOW_WRITES)
      for (const { where, different } of wrong) t.diagnostic(`${where}\n    ${different.slice(0, 6).join('\n    ')}`)
    const same = share(outcomes)
    t.diagnostic(`${outcomes.length - wrong.length} of ${outcomes.length} steps identical (${percent(same)})`)
    const low = [...Map.groupBy(outcomes, ({ action }) => action)].filter(([, list]) => share(list) < 0.95)
    assert.deepEqual(
      low.map(([action, list]) => `${action}: ${percent(share(list))} of ${list.length}`),
      [],
    )
    assert.ok(same >= 0.98, `${percent(same)} of the steps are identical`)
  })
}

function isReplayed(name: string, engine: Engine): boolean {
  const wanted = process.env.PARLANCE_TEST_WRITES
  if (wanted === undefined) return engine === 'sqlite' || ON_POSTGRES.includes(name)
  return wanted === 'all' || wanted === name
}

async function replay(engine: Engine, { scenarios, answers }: Recording): Promise<Outcome[]> {
  const clock = recordedClock()
  const wiki = await startWriteWiki(engine, clock)
  try {
    const replayer = new Replayer(wiki.url, { clock })
    const outcomes: Outcome[] = []
    for (const scenario of scenarios) {
      const ours = await replayer.play(scenario)
      const found = differences(scenario, answers.get(scenario.id)!, ours)
      for (const [index, different] of found.entries())
        if (different !== null) {
          const { as, p } = scenario.steps[index]!
          const where = `${scenario.id}#${index} as ${as}: ${JSON.stringify(p).slice(0, 300)}`
          outcomes.push({ action: String(p.action ?? ''), where, different })
          assert.ok(ours[index]!.status < 500, `${where} responded with ${ours[index]!.status}`)
        }
    }
    assert.deepEqual(await wiki.faults(), [])
    return outcomes
  } finally {
    await wiki.close()
  }
}

const share = (outcomes: readonly Outcome[]): number =>
  outcomes.filter(({ different }) => different.length === 0).length / outcomes.length
const percent = (part: number): string => `${(100 * part).toFixed(2)} %`
