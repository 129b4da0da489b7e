import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { ascending, continuation, filterRedirects } from '../../api/params/common.ts'
import { integer, limit, manyOf, namespace, oneOf, string } from '../../api/params/kinds.ts'

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
})
