import path from 'node:path'
import type { Store } from '#store/store.ts'
import { importMessages } from '#wiki/import/messages.ts'
import { type BridgeContext, followImport } from '../follow-messages.ts'

/** Installs a few documented messages in several languages. */
export async function installSample(store: Store, context: BridgeContext): Promise<void> {
  const folder = path.join(import.meta.dirname, 'messages')
  await importMessages(store, { folder, clock: context.clock, follow: followImport(context) })
}
