// Live updates for pages with recent changes.
import type { LiveSource } from '#core/live-source.ts'
import { HIDDEN_CATEGORY } from '../editing/refresh-pages.ts'

/** Change log entries that do not appear in any list. */
const UNSEEN = new Set(['messages', HIDDEN_CATEGORY])

/**
 * Reports that something changed, but not what: the page reloads its list, so that filters, rights and language apply.
 * A request with `changes` subscribes.
 */
export const liveWiki: LiveSource<number> = {
  area: 'wiki',
  parameters: ['changes'],
  follow: async (caller, wish) => {
    if (!wish.has('changes') || !caller.can('read')) return null
    return {
      begin: async () => [],
      describe: async count => (count === 0 ? [] : [{ name: 'wiki-changes', data: { count } }]),
    }
  },
  gather: async entries => entries.filter(({ kind }) => !UNSEEN.has(kind)).length,
}
