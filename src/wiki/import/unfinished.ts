import type { ConsistencyCheck } from '#core/consistency.ts'
import type { Store } from '#store/store.ts'
import { storedObject } from '#store/stored-json.ts'
import type { FileSummary } from './summary.ts'

/** Imports that were begun and never came to their end. What they have brought is there, what follows from it may not be. */
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
      return `${what}: the import (${kind}) was not finished; run the same command again`
    })
  },
} satisfies ConsistencyCheck
