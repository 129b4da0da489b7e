import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { searchedNamespaces } from '../../api/params/common.ts'
import { integer, limit, string } from '../../api/params/kinds.ts'
import { prefixSearch } from '../../content/prefix-search.ts'
import { NS } from '../../site/namespaces.ts'

export const prefixsearch = listModule({
  name: 'prefixsearch',
  prefix: 'ps',
  classname: 'ApiQueryPrefixSearch',
  tag: 'ps',
  generator: true,
  cacheable: true,
  summary: 'The pages whose titles begin as typed, best guess first.',
  helpUrls: [helpPage('Prefixsearch')],
  params: {
    search: string({ required: true }),
    namespace: searchedNamespaces(),
    limit: limit(),
    offset: integer({ default: 0 }),
  },

  async listing(q, a) {
    const namespaces = a.namespace.length > 0 ? a.namespace : [NS.main]
    const rows = await prefixSearch(q.db, q.site, {
      text: a.search,
      namespaces,
      limit: a.limit + 1,
      offset: Math.max(a.offset, 0),
    })
    return listed(rows, {
      item: row => ({
        ...q.pageName(row.ns, row.title),
        ...(row.id === null ? { special: true } : { pageid: row.id }),
      }),
      next: () => a.offset + a.limit,
      continueParam: 'offset',
      page: row => ({ ns: row.ns, title: row.title }),
      pageData: (_row, index) => ({ index: a.offset + index + 1 }),
    })
  },
})
