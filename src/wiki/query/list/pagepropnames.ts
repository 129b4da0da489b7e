import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'

export const pagepropnames = listModule({
  name: 'pagepropnames',
  prefix: 'ppn',
  classname: 'ApiQueryPagePropNames',
  tag: 'p',
  summary: 'The names of page properties that occur on the wiki.',
  helpUrls: [helpPage('Pagepropnames')],
  params: {
    continue: continuation(),
    limit: limit(),
  },
})
