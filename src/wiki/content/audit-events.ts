import type { AuditCategory } from '#core/audit/entry.ts'
import type { AuditSource } from '#core/audit/source.ts'
import { NS } from '../site/namespaces.ts'
import type { Site } from '../site/site.ts'
import { prefixedText, spaced } from '../site/title-format.ts'

const AUDITED: Readonly<Record<string, readonly [AuditCategory, string]>> = {
  groups: ['rights', 'groups-changed'],
  block: ['rights', 'blocked'],
  reblock: ['rights', 'block-changed'],
  unblock: ['rights', 'unblocked'],
  protect: ['rights', 'protection-changed'],
  delete: ['deletion', 'page-deleted'],
  restore: ['deletion', 'page-restored'],
  hide: ['deletion', 'revisions-hidden'],
  merge: ['deletion', 'histories-merged'],
}

/** Rights and deletions in the change log of the wiki. `data.log` is the number of the entry in the wiki's own log. */
export const wikiAudit = (site: () => Promise<Site>): AuditSource => ({
  area: 'wiki',
  kinds: Object.keys(AUDITED),
  async describe(_, entries) {
    const names = await site()
    return entries.map(({ at, kind, accountId, subject, data }) => {
      const [category, event] = AUDITED[kind]!
      return { at, category, event, accountId, subject: readable(names, subject, category), data }
    })
  },
})

/** "2:Alice" is a user in entries about rights, and a page in others. */
function readable(site: Site, subject: string, category: AuditCategory): string {
  const [, ns = '', title = ''] = /^(-?\d+):(.*)$/s.exec(subject) ?? []
  if (ns === '') return subject
  return category === 'rights' && Number(ns) === NS.user ? spaced(title) : prefixedText(site, Number(ns), title)
}
