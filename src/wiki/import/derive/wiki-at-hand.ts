import { NS } from '../../site/namespaces.ts'
import { personOf } from '../bulk/actor-store.ts'
import type { PageState, PendingRevision } from '../pages/page-batch.ts'
import type { HostData, PageSource, WikiFacts } from './host-data.ts'
import type { PageToRead } from './page-harvester.ts'

/** The complete contents of an export, before it is stored. */
export interface PendingWiki {
  readonly pages: readonly PageState[]
  readonly revisions: readonly PendingRevision[]
}

interface PendingPage extends PageToRead {
  readonly redirect: boolean
}

/** Pages with their current texts sorted by ID, as they will be stored if nothing else intervenes. */
export function pagesAtHand({ pages, revisions }: PendingWiki): PendingPage[] {
  const byId = new Map(revisions.map(pending => [pending.revision.id, pending.revision]))
  const found: PendingPage[] = []
  for (const { id, ns, title, redirect, latest } of pages) {
    const revision = latest && byId.get(latest.id)
    if (revision === undefined) continue
    const user = personOf(revision.contributor).name
    const facts = {
      pageId: id,
      revisionId: revision.id,
      timestamp: latest!.timestamp * 1000,
      user,
      size: latest!.length,
    }
    const { text, model } = revision.main
    const context = { ns, dbkey: title, revision: facts }
    found.push({ context, text: text?.toString() ?? '', model: model ?? 'wikitext', redirect })
  }
  return found.sort((a, b) => a.context.revision!.pageId - b.context.revision!.pageId)
}

/** The wiki that consists of these pages, in a database without pages. */
export function wikiAtHand(pages: readonly PendingPage[], { revisions }: PendingWiki, stored: WikiFacts): WikiFacts {
  const people = new Set<string>()
  for (const { revision } of revisions) {
    const { name, accountId } = personOf(revision.contributor)
    if (accountId !== undefined) people.add(name)
  }
  return {
    ...stored,
    count: async table => {
      if (table === 'page') return pages.length
      if (table === 'revision') return revisions.length
      return (await stored.count(table)) + (table === 'account' ? people.size : 0)
    },
    titles: async () => new Set(pages.map(({ context }) => `${context.ns}:${context.dbkey}`)),
    texts: async ({ ns, redirects, maxBytes = Number.POSITIVE_INFINITY }) => {
      const found = pages.filter(page => page.context.ns === ns && (page.redirect || !redirects))
      const size = found.reduce((sum, { context }) => sum + (context.revision!.size ?? 0), 0)
      return new Map(size > maxBytes ? [] : found.map(({ context, text }) => [context.dbkey, text]))
    },
  }
}

/** Finds pages by name, except those that every thread already has. */
export function findAtHand(pages: readonly PageToRead[], { templates }: HostData) {
  const texts = new Map<string, string>()
  for (const { context, text } of pages) {
    if (context.ns !== NS.template || !templates.has(context.dbkey)) texts.set(`${context.ns}:${context.dbkey}`, text)
  }
  return async (ns: number, dbkey: string): Promise<PageSource> => {
    const text = texts.get(`${ns}:${dbkey}`)
    return { exists: text !== undefined, text: text ?? null }
  }
}
