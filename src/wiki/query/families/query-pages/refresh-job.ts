import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { CacheSize } from '#core/cache.ts'
import type { Services } from '#core/services.ts'
import { seconds } from '#store/clock.ts'
import type { Reader } from '#store/store.ts'
import { loadSite } from '../../../open-wiki.ts'
import { listContext } from './definitions.ts'
import { isLarge } from './kept.ts'
import type { RefreshOrder } from './refresh-thread.ts'

const JOB = 'maintenance-lists'
const DAY = 86_400

/** On large wikis, computes the maintenance lists at first start and then daily. */
export async function scheduleLists(services: Services): Promise<void> {
  const { store, clock, jobs, config } = services
  const plan = (runAt: number) => store.transaction(tx => jobs.enqueue(tx, { kind: JOB, key: '', runAt }))

  jobs.handle(JOB, async () => {
    const now = seconds(clock)
    const context = listContext(await loadSite(store.read, config.siteUrl))
    const workerData: RefreshOrder = { where: store.address, context, now }
    const thread = new Worker(new URL('./refresh-thread.ts', import.meta.url), { workerData })
    await once(thread, 'exit')
    if (await isLarge(store.read)) await plan(now + DAY)
  })

  services.caches.push({
    name: 'lists',
    measure: () => keptSize(store.read),
    async clear() {
      const size = await keptSize(store.read)
      // Keep the old lists until the new ones are ready: a large wiki has no other source.
      await plan(seconds(clock))
      return size
    },
  })

  if (config.readOnly !== null) return
  const scheduled = await store.read.selectFrom('job').where('kind', '=', JOB).select('id').executeTakeFirst()
  if (scheduled || !(await isLarge(store.read))) return
  const last = await store.read
    .selectFrom('query_cache_info')
    .select('timestamp')
    .orderBy('timestamp')
    .executeTakeFirst()
  await plan(last ? last.timestamp + DAY : seconds(clock))
}

async function keptSize(db: Reader): Promise<CacheSize> {
  const { entries } = await db
    .selectFrom('query_cache')
    .select(eb => eb.fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow()
  return { entries: Number(entries), bytes: null, isWhole: true }
}
