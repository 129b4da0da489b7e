import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { integer, limit, oneOf } from '../../api/params/kinds.ts'
import { QUERY_PAGES } from '../families/query-pages.ts'

export const querypage = listModule({
  name: 'querypage',
  prefix: 'qp',
  classname: 'ApiQueryQueryPage',
  tag: 'page',
  generator: true,
  summary: 'The lists that help to look after a wiki, such as orphaned, shortest or most wanted pages.',
  helpUrls: [helpPage('Querypage')],
  params: {
    page: oneOf(QUERY_PAGES, { required: true }),
    offset: integer({ default: 0 }),
    limit: limit(),
  },
})
