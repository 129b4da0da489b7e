// Maintenance lists are computed in a separate thread: on a large wiki one statement may take many seconds, and SQLite
// blocks its thread meanwhile.
import { workerData } from 'node:worker_threads'
import { sql } from 'kysely'
import { guardSchema } from '#store/migrate.ts'
import { openStore } from '#store/open.ts'
import type { Store, StoreAddress } from '#store/store.ts'
import { KEPT_ENTRIES, keepList } from '../../../content/kept-lists.ts'
import type { QueryPageContext, QueryPageRow } from './definition.ts'
import { listDefinitions } from './definitions.ts'

export interface RefreshOrder {
  readonly where: StoreAddress
  readonly context: QueryPageContext
  readonly now: number
}

const { where, context, now } = workerData as RefreshOrder
const store = await openStore(where)
guardSchema(store)
await refreshLists(store, context, now).finally(() => store.close())

/** Computes every maintenance list and stores its first entries. One transaction per list keeps writers moving. */
async function refreshLists(store: Store, context: QueryPageContext, now: number): Promise<void> {
  for (const [name, { rows }] of Object.entries(listDefinitions)) {
    const result = await sql<QueryPageRow>`${rows(context)} limit ${KEPT_ENTRIES}`.execute(store.read)
    // Lists without values use the index, to keep their order.
    const entries = result.rows.map(({ ns, title, value }, index) => ({ ns, title, value: Number(value ?? index) }))
    await store.transaction(tx => keepList(tx, name, entries, now))
  }
}
