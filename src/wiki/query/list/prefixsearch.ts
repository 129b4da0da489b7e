import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { searchedNamespaces } from '../../api/params/common.ts'
import { integer, limit, string } from '../../api/params/kinds.ts'

export const prefixsearch = listModule({
  name: 'prefixsearch',
  prefix: 'ps',
  classname: 'ApiQueryPrefixSearch',
  tag: 'ps',
  generator: true,
  summary: 'The pages whose titles begin as typed, best guess first.',
  helpUrls: [helpPage('Prefixsearch')],
  params: {
    search: string({ required: true }),
    namespace: searchedNamespaces(),
    limit: limit(),
    offset: integer({ default: 0 }),
  },
})
