import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'

export const iwlinks = propModule({
  name: 'iwlinks',
  prefix: 'iw',
  classname: 'ApiQueryIWLinks',
  tag: 'iw',
  summary: 'The links from pages to other wikis, other than language links.',
  helpUrls: [helpPage('Iwlinks')],
  params: {
    prop: manyOf(['url']),
    prefix: string(),
    title: string(),
    dir: ascending(),
    limit: limit(),
    continue: continuation(),
    url: boolean({ deprecated: true }),
  },
})
