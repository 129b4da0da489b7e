import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Services } from '#accounts/services.ts'
import { seconds } from '#store/clock.ts'
import { loadSite } from '../../../open-wiki.ts'
import { listContext } from './definitions.ts'
import { isLarge } from './kept.ts'
import type { RefreshOrder } from './refresh-thread.ts'

const JOB = 'maintenance-lists'
const DAY = 86_400

/** Large wikis have their maintenance lists worked out at their first start, and every day from then on. */
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

  const begun = await store.read.selectFrom('job').where('kind', '=', JOB).select('id').executeTakeFirst()
  if (begun || !(await isLarge(store.read))) return
  const last = await store.read
    .selectFrom('query_cache_info')
    .select('timestamp')
    .orderBy('timestamp')
    .executeTakeFirst()
  await plan(last ? last.timestamp + DAY : seconds(clock))
}
