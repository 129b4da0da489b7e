import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { integer, limit, manyOf, string } from '../../api/params/kinds.ts'

export const allcategories = listModule({
  name: 'allcategories',
  prefix: 'ac',
  classname: 'ApiQueryAllCategories',
  tag: 'c',
  generator: true,
  summary: 'Every category that is in use or has a page, by name, with the number of its members if asked for.',
  helpUrls: [helpPage('Allcategories')],
  params: {
    from: string(),
    continue: continuation(),
    to: string(),
    prefix: string(),
    dir: ascending(),
    min: integer(),
    max: integer(),
    limit: limit(),
    prop: manyOf(['hidden', 'size'], { default: '' }),
  },
})
