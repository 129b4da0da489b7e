import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { ascending, continuation, strings } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'

export const categories = propModule({
  name: 'categories',
  prefix: 'cl',
  classname: 'ApiQueryCategories',
  tag: 'cl',
  generator: true,
  summary: 'The categories that pages belong to.',
  helpUrls: [helpPage('Categories')],
  params: {
    prop: manyOf(['hidden', 'sortkey', 'timestamp']),
    show: manyOf(['!hidden', 'hidden']),
    limit: limit(),
    continue: continuation(),
    categories: strings(),
    dir: ascending(),
  },
})
