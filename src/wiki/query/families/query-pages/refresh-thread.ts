// Maintenance lists are worked out in a thread of their own: on a large wiki one statement may take many seconds, and
// SQLite lets nothing else happen in its thread meanwhile.
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

/** Works every maintenance list out and keeps its first entries. Each list is written by itself, so none waits long. */
async function refreshLists(store: Store, context: QueryPageContext, now: number): Promise<void> {
  for (const [name, { rows }] of Object.entries(listDefinitions)) {
    const found = await sql<QueryPageRow>`${rows(context)} limit ${KEPT_ENTRIES}`.execute(store.read)
    // A list without values is in its order all the same, and its values say so.
    const entries = found.rows.map(({ ns, title, value }, index) => ({ ns, title, value: Number(value ?? index) }))
    await store.transaction(tx => keepList(tx, name, entries, now))
  }
}
