import type { MessageTranslations } from '#core/interface-texts.ts'
import type { Store } from '#store/store.ts'
import type { MessageFollower } from '#wiki/import/messages.ts'
import type { BridgeContext } from './follow-messages.ts'
import { hasInterface } from './interface-component.ts'
import { unitTexts } from './unit-texts.ts'

export interface ConnectedImport {
  readonly followMessages: MessageFollower
  /** Translations used by pages that show messages. */
  readonly translations: MessageTranslations
  /** Updates which strings are marked as overridden by a page. */
  refresh(): Promise<void>
}

/** Connects wiki imports to the translation platform, which is loaded only when needed. */
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
