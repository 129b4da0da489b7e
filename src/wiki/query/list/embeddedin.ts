import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/query/query-module.ts'
import { backlinkParams, backlinksTo } from '../families/backlinks.ts'

export const embeddedin = listModule({
  name: 'embeddedin',
  prefix: 'ei',
  classname: 'ApiQueryBacklinks',
  tag: 'ei',
  generator: true,
  cacheable: true,
  summary: 'The pages that include one page, as they do with templates.',
  helpUrls: [helpPage('Embeddedin')],
  params: {
    ...backlinkParams(),
  },

  listing: (q, a) => backlinksTo(q, 'template_link', a),
})
