import { helpPage } from '../../api/help-page.ts'
import { searchedNamespaces } from '../../api/params/common.ts'
import { integer, limit, string } from '../../api/params/kinds.ts'
import { offsetOf } from '../../api/query/keys.ts'
import { BY_OFFSET, gathered, listed, listModule } from '../../api/query/query-module.ts'
import { titleMembers } from '../../api/result/common.ts'
import { prefixSearch } from '../../content/prefix-search.ts'
import { NS } from '../../site/namespaces.ts'

export const prefixsearch = listModule({
  name: 'prefixsearch',
  prefix: 'ps',
  classname: 'ApiQueryPrefixSearch',
  tag: 'ps',
  generator: true,
  cacheable: true,
  summary: 'Search for page titles by prefix, best match first.',
  helpUrls: [helpPage('Prefixsearch')],
  help: { examples: [['action=query&list=prefixsearch&pssearch=meaning', 'simple']] },
  result: { prefixsearch: [{ ...titleMembers, 'special?': 'boolean', 'pageid?': 'integer' }] },
  // The target of a followed redirect has none.
  generatorResult: { 'index?': 'integer' },
  params: {
    search: string({ required: true }),
    namespace: searchedNamespaces(),
    limit: limit(),
    offset: integer({ default: 0 }),
  },

  listing(q, a) {
    const namespaces = a.namespace.length > 0 ? a.namespace : [NS.main]
    // The best match comes first, so no column could serve as a continue key.
    const query = gathered(({ after, take }) =>
      prefixSearch(q.db, q.site, { text: a.search, namespaces, limit: take, offset: offsetOf(after) }),
    )
    return listed(query, {
      keys: BY_OFFSET,
      item: row => ({
        ...q.pageName(row.ns, row.title),
        ...(row.id === null ? { special: true } : { pageid: row.id }),
      }),
      page: row => ({ ns: row.ns, title: row.title }),
      pageData: (_row, index) => ({ index: a.offset + index + 1 }),
    })
  },
})
