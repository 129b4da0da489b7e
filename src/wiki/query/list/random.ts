import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, namespaces } from '../../api/params/common.ts'
import { boolean, limit, oneOf } from '../../api/params/kinds.ts'

export const random = listModule({
  name: 'random',
  prefix: 'rn',
  classname: 'ApiQueryRandom',
  tag: 'page',
  generator: true,
  summary: 'Pages drawn by lot.',
  helpUrls: [helpPage('Random')],
  params: {
    namespace: namespaces(),
    filterredir: oneOf(['all', 'nonredirects', 'redirects'], { default: 'nonredirects' }),
    redirect: boolean({ deprecated: true }),
    limit: limit({ default: 1 }),
    continue: continuation(),
  },
})
