// Maintenance lists are worked out in a thread of their own: on a large wiki one statement may take many seconds, and
// SQLite lets nothing else happen in its thread meanwhile.
import { workerData } from 'node:worker_threads'
import { openStore } from '#store/open.ts'
import type { StoreAddress } from '#store/store.ts'
import type { QueryPageContext } from './definition.ts'
import { refreshLists } from './refresh.ts'

export interface RefreshOrder {
  readonly where: StoreAddress
  readonly context: QueryPageContext
  readonly now: number
}

const { where, context, now } = workerData as RefreshOrder
const store = await openStore(where)
await refreshLists(store, context, now).finally(() => store.close())
