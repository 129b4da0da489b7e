import { type Expression, type SqlBool, sql } from 'kysely'
import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation, filterRedirects } from '../../api/params/common.ts'
import { integer, limit, manyOf, namespace, oneOf, string } from '../../api/params/kinds.ts'
import { text } from '../../api/query/keys.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { titleRange } from '../../api/query/title-range.ts'
import { fail } from '../../messages/message.ts'
import { sizedPages } from '../families/sized-pages.ts'

export const allpages = listModule({
  name: 'allpages',
  prefix: 'ap',
  classname: 'ApiQueryAllPages',
  tag: 'p',
  generator: true,
  cacheable: true,
  summary: 'List all pages of a namespace by title.',
  helpUrls: [helpPage('Allpages')],
  help: {
    examples: [
      ['action=query&list=allpages&apfrom=B', 'b'],
      ['action=query&generator=allpages&gaplimit=4&gapfrom=T&prop=info', 'generator'],
      [
        'action=query&generator=allpages&gaplimit=2&gapfilterredir=nonredirects&gapfrom=Re&prop=revisions&rvprop=content',
        'generator-revisions',
      ],
    ],
    params: {
      prtype: { words: 'List only pages with these types of protection.' },
      prlevel: { words: 'List only pages with these protection levels.' },
      prfiltercascade: { words: 'Filter by cascading protection.' },
      filterlanglinks: { words: 'Filter by whether the page has language links.' },
      prexpiry: { words: 'Filter by protection expiry.', values: ['indefinite', 'definite', 'all'] },
    },
  },
  result: { allpages: [{ pageid: 'integer', ns: 'integer', title: 'string' }] },
  params: {
    from: string(),
    continue: continuation(),
    to: string(),
    prefix: string(),
    namespace: namespace({ default: 0 }),
    filterredir: filterRedirects(),
    minsize: integer(),
    maxsize: integer(),
    prtype: manyOf(['edit', 'move', 'upload']),
    prlevel: manyOf(['', 'autoconfirmed', 'sysop']),
    prfiltercascade: oneOf(['all', 'cascading', 'noncascading'], { default: 'all' }),
    limit: limit(),
    dir: ascending(),
    filterlanglinks: oneOf(['all', 'withlanglinks', 'withoutlanglinks'], { default: 'all' }),
    prexpiry: oneOf(['all', 'definite', 'indefinite'], { default: 'all' }),
  },

  async listing(q, a) {
    if (q.isGenerator && q.run.request.params.has('redirects')) fail('apierror-allpages-generator-redirects')
    const isSized = a.minsize !== undefined || a.maxsize !== undefined
    const titles = titleRange(q, 'page.title', { ...a, ns: a.namespace })
    const protectedPages = protection(q, a)
    const isFiltered = a.filterredir !== 'all' || a.filterlanglinks !== 'all' || protectedPages !== null
    const pages = isSized ? PAGES.and(await sizedPages(q, a, isFiltered)) : PAGES.where('page.ns', '=', a.namespace)
    return listed(
      pages
        .and(titles)
        .where(...redirects(a.filterredir, isSized))
        .where(LANGUAGE_LINKS[a.filterlanglinks])
        .where(protectedPages),
      {
        keys: [text('page.title')],
        item: row => ({ pageid: row.id, ...q.pageName(row.ns, row.title) }),
        page: row => ({ id: row.id }),
        keepsOrder: true,
      },
    )
  },
})

const PAGES = statement(db => db.selectFrom('page').select(['page.id', 'page.ns', 'page.title']))

const REDIRECTS = { all: undefined, redirects: 1, nonredirects: 0 } as const

/** Not by index for pages of some size, which have their own. */
const redirects = (filter: keyof typeof REDIRECTS, isSized: boolean) =>
  [isSized ? sql<number>`+page.is_redirect` : 'page.is_redirect', '=', REDIRECTS[filter]] as const

const isLinked = sql<SqlBool>`exists (select 1 from language_link where language_link.from_id = page.id)`
const LANGUAGE_LINKS = {
  all: null,
  withlanglinks: isLinked,
  withoutlanglinks: sql<SqlBool>`not ${isLinked}`,
} as const

interface ProtectionArgs {
  readonly prtype: readonly string[] | undefined
  readonly prlevel: readonly string[] | undefined
  readonly prfiltercascade: 'all' | 'cascading' | 'noncascading'
  readonly prexpiry: 'all' | 'definite' | 'indefinite'
}

/** Condition for pages with a matching protection in force; null if not requested. */
function protection(q: QueryRun, a: ProtectionArgs): Expression<SqlBool> | null {
  const types = a.prtype ?? []
  if (types.length === 0 && a.prexpiry === 'all') {
    // MediaWiki reports these names without their prefix.
    if (a.prlevel !== undefined) fail('apierror-invalidparammix-mustusewith', ['prlevel', 'prtype'])
    return null
  }
  const levels = (a.prlevel ?? []).filter(level => level !== '' && level !== '*')
  const rules = [sql`r.page_id = page.id`, sql`(r.expires_at > ${q.now} or r.expires_at is null)`]
  if (types.length > 0) {
    rules.push(sql`r.type in (${sql.join(types)})`)
    if (levels.length > 0) rules.push(sql`r.level in (${sql.join(levels)})`)
    if (a.prfiltercascade !== 'all') rules.push(sql`r.cascade = ${a.prfiltercascade === 'cascading' ? 1 : 0}`)
  }
  if (a.prexpiry === 'indefinite') rules.push(sql`r.expires_at is null`)
  if (a.prexpiry === 'definite') rules.push(sql`r.expires_at is not null`)
  return sql<SqlBool>`exists (select 1 from page_restriction as r where ${sql.join(rules, sql` and `)})`
}
