import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/query/query-module.ts'
import { incomingLinks } from '../families/incoming-links.ts'
import { usageParams } from '../families/usage.ts'

export const linkshere = propModule({
  name: 'linkshere',
  prefix: 'lh',
  classname: 'ApiQueryBacklinksprop',
  tag: 'lh',
  generator: true,
  cacheable: true,
  summary: 'The pages that link to a page.',
  helpUrls: [helpPage('Linkshere')],
  params: {
    ...usageParams(),
  },

  pageListing: (q, a) => incomingLinks(q, 'page_link', a),
})
