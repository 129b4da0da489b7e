import type { Entry } from '../../../api/query/page-set.ts'
import type { QueryRun } from '../../../api/query/query-run.ts'
import type { Members, ResultOf } from '../../../api/result/kinds.ts'
import { list } from '../../../api/result/shape.ts'
import { Protections, type Restriction } from '../../../content/protection.ts'
import { NS } from '../../../site/namespaces.ts'
import { isoTimestamp } from '../../../site/timestamp.ts'
import type { Facts } from './name-facts.ts'

const restrictionMembers = { type: 'string', level: 'string', expiry: 'string' } as const satisfies Members

export const protectionMembers = {
  'protection?': [{ ...restrictionMembers, 'cascade?': 'boolean', 'source?': 'string' }],
  'restrictiontypes?': ['string'],
} as const satisfies Members

/** Protections of each page, including expired ones; clients check `expiry`. */
export async function protectionFacts(
  q: QueryRun,
  entries: readonly Entry[],
): Promise<Facts<typeof protectionMembers>> {
  const protections = await Protections.load(q.db, entries)
  return entry => {
    const { own, create, cascaded } = protections.of(entry)
    const rows = [
      ...own.map(restriction => ({ ...shown(restriction), ...(restriction.cascade && { cascade: true }) })),
      ...(create ? [shown(create)] : []),
      ...cascaded.map(restriction => ({
        ...shown(restriction),
        source: q.titleText(restriction.source.ns, restriction.source.title),
      })),
    ]
    return { protection: list('pr', rows), restrictiontypes: list('rt', restrictionTypes(q, entry)) }
  }
}

const shown = ({ type, level, expiresAt }: Restriction): ResultOf<typeof restrictionMembers> => ({
  type,
  level,
  expiry: expiresAt === null ? 'infinity' : isoTimestamp(expiresAt),
})

/** A missing page can only be protected against creation, and only files against upload. */
function restrictionTypes(q: QueryRun, { ns, page }: Entry): string[] {
  const { types = ['create', 'edit', 'move', 'upload'] } = (q.site.info.restrictions ?? {}) as { types?: string[] }
  const possible = types.filter(type => type !== 'upload' || ns === NS.file)
  return possible.filter(type => (page ? type !== 'create' : type === 'create' || type === 'upload'))
}
