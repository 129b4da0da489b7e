import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/module.ts'
import { continuation } from '../../api/params/common.ts'

export const categoryinfo = propModule({
  name: 'categoryinfo',
  prefix: 'ci',
  classname: 'ApiQueryCategoryInfo',
  summary: 'How many pages, files and subcategories a category holds.',
  helpUrls: [helpPage('Categoryinfo')],
  params: {
    continue: continuation(),
  },
})
