import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { ascending, continuation, namespaces } from '../../api/params/common.ts'
import { limit, manyOf, string, user } from '../../api/params/kinds.ts'

export const watchlistraw = listModule({
  name: 'watchlistraw',
  prefix: 'wr',
  classname: 'ApiQueryWatchlistRaw',
  tag: 'wr',
  generator: true,
  summary: 'Every page on a watchlist, by title.',
  helpUrls: [helpPage('Watchlistraw')],
  params: {
    continue: continuation(),
    namespace: namespaces(),
    limit: limit(),
    prop: manyOf(['changed']),
    show: manyOf(['!changed', 'changed']),
    owner: user({ subtypes: ['name'] }),
    token: string({ sensitive: true }),
    dir: ascending(),
    fromtitle: string(),
    totitle: string(),
  },
})
