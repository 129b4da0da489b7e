import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { limit, manyOf, string } from '../../api/params/kinds.ts'

export const pageswithprop = listModule({
  name: 'pageswithprop',
  prefix: 'pwp',
  classname: 'ApiQueryPagesWithProp',
  tag: 'page',
  generator: true,
  summary: 'The pages that have a given page property.',
  helpUrls: [helpPage('Pageswithprop')],
  params: {
    propname: string({ required: true }),
    prop: manyOf(['ids', 'title', 'value'], { default: ['ids', 'title'] }),
    continue: continuation(),
    limit: limit(),
    dir: ascending(),
  },
})
