import type { Clock } from '#store/clock.ts'
import type { insertRows, updateRows } from '#store/insert-rows.ts'
import type { Writer } from '#store/store.ts'
import type { FileStore } from '../file-store.ts'
import type { ActorStore } from './bulk/actor-store.ts'
import type { Ids } from './bulk/ids.ts'
import type { LinkTargets } from './bulk/link-targets.ts'
import type { SummaryStore } from './bulk/summary-store.ts'
import type { TextStore } from './bulk/text-store.ts'

/** Shared state of an import. */
export interface ImportContext {
  readonly clock: Clock
  /** The file store, if there is one. */
  readonly fileStore: FileStore | undefined
  /** Decompressed bytes per transaction. */
  readonly batchBytes: number
  readonly ids: Ids
  readonly targets: LinkTargets
  readonly texts: TextStore
  readonly summaries: SummaryStore
  readonly actors: ActorStore
  readonly insert: typeof insertRows
  readonly update: typeof updateRows
  /** Small dictionaries of the dump, such as content models by ID; read on first use. */
  dictionary(tx: Writer, kind: string): Promise<ReadonlyMap<string, string>>
}
