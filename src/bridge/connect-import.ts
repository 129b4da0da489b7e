import type { MessageTranslations } from '#core/interface-texts.ts'
import type { Store } from '#store/store.ts'
import type { MessageFollower } from '#wiki/import/messages.ts'
import type { BridgeContext } from './follow-messages.ts'
import { hasInterface } from './interface-component.ts'
import { unitTexts } from './unit-texts.ts'

export interface ConnectedImport {
  readonly followMessages: MessageFollower
  /** What pages that use messages show. */
  readonly translations: MessageTranslations
  /** Pages came and went: strings that pages take the place of are marked anew. */
  refresh(): Promise<void>
}

/** What an import of a wiki means for the translation platform, which is loaded only where it is needed. */
export function connectImport(store: Store, context: BridgeContext): ConnectedImport {
  const load = () => import('./follow-messages.ts')
  return {
    translations: unitTexts,
    followMessages: async (tx, changes) => (await load()).followImport(context)(tx, changes),
    async refresh() {
      if (await hasInterface(store.read)) await (await load()).refreshInterface(store, context)
    },
  }
}
