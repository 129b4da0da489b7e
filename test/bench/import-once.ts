// Runs one import like the command does, and measures it from inside the process.
import type { Progress } from '#events/progress.ts'
import { systemClock } from '#store/clock.ts'
import { migrate } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import { startThreads } from '#wiki/import/derive/harvest-threads.ts'
import { importWiki } from '#wiki/import/import-wiki.ts'

const [data = '', file = ''] = process.argv.slice(2)
const threads = startThreads()
const store = await openStore(/^postgres/.test(data) ? { database: data } : { data })
await migrate(store)

/** Progress over time. */
const samples: { at: number; done: number; total: number }[] = []
const progress: Progress = {
  report: ({ done, total, unit }) => {
    if (unit === 'bytes' && total) samples.push({ at: performance.now(), done, total })
  },
  finish: () => {},
}

const LONG = 20e6

/** Megabytes per second between two fractions of the dump. Empty for short dumps, which are read in too few steps. */
function rate(from: number, to: number): number | string {
  const first = samples.find(({ done, total }) => done >= from * total)
  const last = samples.find(({ done, total }) => done >= to * total)
  if (!first || !last || first.total < LONG) return ''
  return (last.done - first.done) / (last.at - first.at) / 1000
}

const began = performance.now()
const before = process.cpuUsage()
await importWiki(store, { files: [file], clock: systemClock, threads }, progress)
await threads.close()
const seconds = (performance.now() - began) / 1000
const { user, system } = process.cpuUsage(before)
const { pages } = await store.read
  .selectFrom('page')
  .select(eb => eb.fn.countAll<number>().as('pages'))
  .executeTakeFirstOrThrow()
await store.close()
process.send!({
  pages,
  seconds,
  'CPU seconds': (user + system) / 1e6,
  'pages/s': Math.round(pages / seconds),
  'first tenth MB/s': rate(0, 0.1),
  'last tenth MB/s': rate(0.9, 1),
  'peak MB': Math.round(process.resourceUsage().maxRSS / 1024),
})
process.disconnect()
