import type { ExpressionBuilder } from 'kysely'
import type { Database } from '#store/tables/database.ts'
import { helpPage } from '../../api/help-page.ts'
import { fail } from '../../api/messages/message.ts'
import { listed, listModule } from '../../api/module.ts'
import { ascending, continuation, filterRedirects } from '../../api/params/common.ts'
import { integer, limit, manyOf, namespace, oneOf, string } from '../../api/params/kinds.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { restrictTitles } from '../../api/query/title-range.ts'

export const allpages = listModule({
  name: 'allpages',
  prefix: 'ap',
  classname: 'ApiQueryAllPages',
  tag: 'p',
  generator: true,
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
    let query = restrictTitles(q, q.db.selectFrom('page').where('page.ns', '=', a.namespace), 'page.title', {
      ...a,
      ns: a.namespace,
      after,
    })
    if (a.filterredir !== 'all') query = query.where('page.is_redirect', '=', a.filterredir === 'redirects' ? 1 : 0)
    if (a.minsize !== undefined) query = query.where('page.length', '>=', a.minsize)
    if (a.maxsize !== undefined) query = query.where('page.length', '<=', a.maxsize)
    if (a.filterlanglinks !== 'all') {
      query = query.where(({ exists, not, selectFrom }) => {
        const linked = exists(selectFrom('language_link').whereRef('from_id', '=', 'page.id').select('from_id'))
        return a.filterlanglinks === 'withlanglinks' ? linked : not(linked)
      })
    }
    const protection = protectionFilter(q, a)
    if (protection) query = query.where(protection)
    const rows = await query
      .select(['page.id', 'page.ns', 'page.title'])
      .limit(a.limit + 1)
      .execute()
    return listed(rows, {
      item: row => ({ pageid: row.id, ...q.pageName(row.ns, row.title) }),
      next: row => row.title,
      page: row => ({ id: row.id }),
      keepsOrder: true,
    })
  },
})

interface ProtectionArgs {
  readonly prtype: readonly string[] | undefined
  readonly prlevel: readonly string[] | undefined
  readonly prfiltercascade: string
  readonly prexpiry: string
}

/** Pages with a protection that is in force and of the kind asked for; null when none is asked for. */
function protectionFilter(q: QueryRun, a: ProtectionArgs) {
  const types = a.prtype ?? []
  const levels = (a.prlevel ?? []).filter(level => level !== '' && level !== '*')
  if (types.length === 0 && a.prexpiry === 'all') {
    // The names stand without their prefix, and always have.
    if (a.prlevel !== undefined) fail('apierror-invalidparammix-mustusewith', ['prlevel', 'prtype'])
    return null
  }
  return (eb: ExpressionBuilder<Database, 'page'>) => {
    let rule = eb
      .selectFrom('page_restriction as r')
      .whereRef('r.page_id', '=', 'page.id')
      .where(or => or.or([or('r.expires_at', '>', q.now), or('r.expires_at', 'is', null)]))
      .select('r.id')
    if (types.length > 0) rule = rule.where('r.type', 'in', [...types])
    if (types.length > 0 && levels.length > 0) rule = rule.where('r.level', 'in', levels)
    if (types.length > 0 && a.prfiltercascade !== 'all')
      rule = rule.where('r.cascade', '=', a.prfiltercascade === 'cascading' ? 1 : 0)
    if (a.prexpiry === 'indefinite') rule = rule.where('r.expires_at', 'is', null)
    if (a.prexpiry === 'definite') rule = rule.where('r.expires_at', 'is not', null)
    return eb.exists(rule)
  }
}
