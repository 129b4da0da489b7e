import type { Services } from '#core/services.ts'
import { areTitlesIndexed, fillTitles } from '#store/full-text/fill-titles.ts'

const JOB = 'index-titles'

/** Indexes the titles of a wiki from a version without such an index, after the first start. */
export async function scheduleTitles({ store, jobs, config }: Services): Promise<void> {
  jobs.handle(JOB, () => fillTitles(store))
  if (config.readOnly !== null || (await areTitlesIndexed(store.read))) return
  await store.transaction(tx => jobs.enqueue(tx, { kind: JOB, key: '' }))
}
