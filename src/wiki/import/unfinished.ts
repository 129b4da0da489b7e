import type { ConsistencyCheck } from '#core/consistency.ts'
import type { Store } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { FileSummary } from './summary.ts'

/** Unfinished imports. Their rows are stored, but derived data may be missing. */
export const unfinishedImports = {
  name: 'imports',
  async run(store: Store): Promise<string[]> {
    const rows = await store.read
      .selectFrom('import_checkpoint')
      .where('finished_at', 'is', null)
      .select(['kind', 'summary'])
      .orderBy('source')
      .execute()
    return rows.map(({ kind, summary }) => {
      const { file } = storedObject<FileSummary>(summary)
      const what = file === undefined ? 'links, counts and the search index of imported pages' : file
      return `${what}: the import (${kind}) is unfinished; run the same command again`
    })
  },
} satisfies ConsistencyCheck
