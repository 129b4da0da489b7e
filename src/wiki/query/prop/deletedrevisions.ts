import { compareBytes, padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation, newerOlder, REVISION_HELP, revisionParams } from '../../api/params/common.ts'
import { string, timestamp, user } from '../../api/params/kinds.ts'
import { number } from '../../api/query/keys.ts'
import { gathered, listedPerPage, propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { timeRange } from '../../api/query/range.ts'
import type { PageName } from '../../content/pages.ts'
import { DELETED_REVISIONS } from '../../content/revisions.ts'
import { checkMayView, TIME_KEYS, TITLE_KEYS, viewed } from '../families/deleted-revisions.ts'
import { tagConditions, userConditions } from '../families/revision-filters.ts'
import { revisionItems, revisionMembers } from '../families/revision-items.ts'
import { generatorLimit, revisionRequest } from '../families/revision-request.ts'

const params = {
  ...revisionParams(),
  start: timestamp(),
  end: timestamp(),
  dir: newerOlder(),
  tag: string(),
  user: user(),
  excludeuser: user(),
  continue: continuation(),
}

export const deletedrevisions = propModule({
  name: 'deletedrevisions',
  prefix: 'drv',
  classname: 'ApiQueryDeletedRevisions',
  tag: 'rev',
  generator: true,
  summary: 'Get deleted revisions of pages, or by revision id.',
  helpUrls: [helpPage('Deletedrevisions')],
  help: {
    examples: [
      [
        'action=query&prop=deletedrevisions&titles={main-page}|{talk-of-main-page}&drvslots=*&drvprop=user|comment|content',
        'titles',
      ],
      ['action=query&prop=deletedrevisions&revids=123456', 'revids'],
    ],
    params: { ...REVISION_HELP },
  },
  result: { 'deletedrevisions?': [revisionMembers] },
  params,

  async pageListing(q, a) {
    const byNumber = q.pages.revisions.size + q.pages.deletedRevisions.size > 0
    const nothing = byNumber ? q.pages.deletedRevisions.size === 0 : pagesOf(q).length === 0
    if (nothing) return null
    q.requireAtMostOneOf(a, 'user', 'excludeuser')
    const request = q.isGenerator ? null : await revisionRequest(q, a)
    if (request) checkMayView(q, viewed(request))
    const fitting = DELETED_REVISIONS.and(await tagConditions(q, 'archive.rev_id', a.tag)).and(
      await userConditions(q, 'archive', a),
    )
    const { query, keys } = byNumber
      ? { query: fitting.where('archive.rev_id', 'in', [...q.pages.deletedRevisions.keys()]), keys: NUMBER_KEYS }
      : { query: byTitle(q, fitting.and(timeRange('archive.timestamp', a))), keys: TITLE_KEYS }
    return listedPerPage(query, {
      keys,
      limit: request?.limit ?? generatorLimit(a),
      pageId: row => q.pages.entry(row.ns, row.title)?.key ?? 0,
      items: rows => revisionItems(q, request!, rows),
      page: row => ({ revision: row.id }),
    })
  },
})

const NUMBER_KEYS = [number('archive.rev_id', 'id'), number('archive.id', 'archive_id')] as const

/** Existing and missing pages can both have deleted revisions. */
const pagesOf = (q: QueryRun): PageName[] => q.pages.entries.filter(({ ns }) => ns >= 0)

/** One title after the other, each from its own index range, which avoids sorting. */
const byTitle = (q: QueryRun, fitting: typeof DELETED_REVISIONS) =>
  gathered(async wanted => {
    const [ns, title, ...place] = wanted.after ?? []
    const first = wanted.after && { ns: ns as number, title: title as string }
    return wanted.inTurn(wanted.sorted(await titlesOf(q), byName, first), (page, take) => {
      const ofTitle = fitting.where('archive.ns', '=', page.ns).where('archive.title', '=', page.title)
      return wanted.rows(ofTitle, TIME_KEYS, take, first && byName(page, first) === 0 ? place : undefined)
    })
  })

const byName = (one: PageName, other: PageName): number => one.ns - other.ns || compareBytes(one.title, other.title)

/** Pages that have deleted revisions. */
async function titlesOf(q: QueryRun): Promise<PageName[]> {
  const present: PageName[] = []
  for (const [ns, pages] of Map.groupBy(pagesOf(q), page => page.ns)) {
    const titles = pages.map(page => page.title)
    const rows = await q.db
      .selectFrom('archive')
      .where('ns', '=', ns)
      .where('title', 'in', padded(titles))
      .select(['ns', 'title'])
      .distinct()
      .execute()
    present.push(...rows)
  }
  return present
}
