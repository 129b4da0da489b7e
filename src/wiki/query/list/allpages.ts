import type { ExpressionBuilder } from 'kysely'
import type { Direction } from '#store/keyset.ts'
import type { Database } from '#store/tables/database.ts'
import { type TemplateValues, template } from '#store/template.ts'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { ascending, continuation, filterRedirects } from '../../api/params/common.ts'
import { integer, limit, manyOf, namespace, oneOf, string } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { titleBounds } from '../../api/query/title-range.ts'
import { fail } from '../../messages/message.ts'

export const allpages = listModule({
  name: 'allpages',
  prefix: 'ap',
  classname: 'ApiQueryAllPages',
  tag: 'p',
  generator: true,
  cacheable: true,
  summary: 'The pages of one namespace, by title.',
  helpUrls: [helpPage('Allpages')],
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
    const [after] = q.cursor(a.continue, 'string') ?? []
    const { low, high, past, up } = titleBounds(q, { ...a, ns: a.namespace, after })
    const values = {
      ...{ ns: a.namespace, low: low ?? undefined, high: high ?? undefined, past: past ?? undefined },
      ...{ minsize: a.minsize, maxsize: a.maxsize, ...protectionAsked(q, a) },
    }
    const { filterredir, filterlanglinks, prfiltercascade, prexpiry } = a
    const order = up ? 'asc' : 'desc'
    const rows = await pagesOf(
      q.db,
      values,
      a.limit + 1,
      order,
      filterredir,
      filterlanglinks,
      prfiltercascade,
      prexpiry,
    )
    return listed(rows, {
      item: row => ({ pageid: row.id, ...q.pageName(row.ns, row.title) }),
      next: row => row.title,
      page: row => ({ id: row.id }),
      keepsOrder: true,
    })
  },
})

interface PageValues extends TemplateValues {
  readonly ns: number
  readonly low: string | undefined
  readonly high: string | undefined
  readonly past: string | undefined
  readonly minsize: number | undefined
  readonly maxsize: number | undefined
  /** Protections that have not ended by then are asked for; undefined when none are. */
  readonly protectedAt: number | undefined
  readonly types: readonly string[]
  readonly levels: readonly string[]
}

const pagesOf = template(
  (
    db,
    v: PageValues,
    limit,
    order: Direction,
    redirects: 'all' | 'redirects' | 'nonredirects',
    languages: 'all' | 'withlanglinks' | 'withoutlanglinks',
    cascade: string,
    expiry: string,
  ) => {
    let query = db
      .selectFrom('page')
      .where('page.ns', '=', v.ns)
      .select(['page.id', 'page.ns', 'page.title'])
      .orderBy('page.title', order)
      .limit(limit)
    if (v.low !== undefined) query = query.where('page.title', '>=', v.low)
    if (v.high !== undefined) query = query.where('page.title', '<=', v.high)
    if (v.past !== undefined) query = query.where('page.title', '<', v.past)
    if (redirects !== 'all') query = query.where('page.is_redirect', '=', redirects === 'redirects' ? 1 : 0)
    if (v.minsize !== undefined) query = query.where('page.length', '>=', v.minsize)
    if (v.maxsize !== undefined) query = query.where('page.length', '<=', v.maxsize)
    if (languages !== 'all') {
      query = query.where(({ exists, not, selectFrom }) => {
        const linked = exists(selectFrom('language_link').whereRef('from_id', '=', 'page.id').select('from_id'))
        return languages === 'withlanglinks' ? linked : not(linked)
      })
    }
    return v.protectedAt === undefined ? query : query.where(eb => isProtected(eb, v, cascade, expiry))
  },
)

interface ProtectionArgs {
  readonly prtype: readonly string[] | undefined
  readonly prlevel: readonly string[] | undefined
  readonly prexpiry: string
}

/** The protections that pages are asked to have. */
function protectionAsked(q: QueryRun, a: ProtectionArgs): Pick<PageValues, 'protectedAt' | 'types' | 'levels'> {
  const types = a.prtype ?? []
  const levels = (a.prlevel ?? []).filter(level => level !== '' && level !== '*')
  if (types.length > 0 || a.prexpiry !== 'all')
    return { protectedAt: q.now, types, levels: types.length > 0 ? levels : [] }
  // The names stand without their prefix, and always have.
  if (a.prlevel !== undefined) fail('apierror-invalidparammix-mustusewith', ['prlevel', 'prtype'])
  return { protectedAt: undefined, types: [], levels: [] }
}

/** Pages with a protection that is in force and of the kind asked for. */
function isProtected(eb: ExpressionBuilder<Database, 'page'>, v: PageValues, cascade: string, expiry: string) {
  let rule = eb
    .selectFrom('page_restriction as r')
    .whereRef('r.page_id', '=', 'page.id')
    .where(or => or.or([or('r.expires_at', '>', v.protectedAt!), or('r.expires_at', 'is', null)]))
    .select('r.id')
  if (v.types.length > 0) rule = rule.where('r.type', 'in', v.types)
  if (v.levels.length > 0) rule = rule.where('r.level', 'in', v.levels)
  if (v.types.length > 0 && cascade !== 'all') rule = rule.where('r.cascade', '=', cascade === 'cascading' ? 1 : 0)
  if (expiry === 'indefinite') rule = rule.where('r.expires_at', 'is', null)
  if (expiry === 'definite') rule = rule.where('r.expires_at', 'is not', null)
  return eb.exists(rule)
}
