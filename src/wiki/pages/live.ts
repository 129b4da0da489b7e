// The wiki's recent changes, for pages that show them while they happen.
import type { LiveSource } from '#core/live-source.ts'

/** Entries of the change log that are no change to be seen in a list. */
const UNSEEN = new Set(['messages'])

/**
 * Tells that something happened, and not what: the page asks for its list anew, so that filters, rights and words are those of the
 * list. `changes` in the request says that the wiki is to be followed.
 */
export const liveWiki: LiveSource<number> = {
  area: 'wiki',
  parameters: ['changes'],
  follow: async (caller, wish) => {
    if (!wish.has('changes') || !caller.can('read')) return null
    return {
      begin: async () => [],
      tell: async count => (count === 0 ? [] : [{ name: 'wiki-changes', data: { count } }]),
    }
  },
  gather: async entries => entries.filter(({ kind }) => !UNSEEN.has(kind)).length,
}
