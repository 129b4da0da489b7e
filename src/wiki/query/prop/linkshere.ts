import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/query/query-module.ts'
import { incomingLinks, usageMembers } from '../families/incoming-links.ts'
import { usageParams } from '../families/usage.ts'

export const linkshere = propModule({
  name: 'linkshere',
  prefix: 'lh',
  classname: 'ApiQueryBacklinksprop',
  tag: 'lh',
  generator: true,
  cacheable: true,
  summary: 'List pages that link to the given pages.',
  helpUrls: [helpPage('Linkshere')],
  help: {
    examples: [
      ['action=query&prop=linkshere&titles={main-page}', 'simple'],
      ['action=query&generator=linkshere&titles={main-page}&prop=info', 'generator'],
    ],
    params: { prop: { values: ['pageid', 'title', 'redirect'] }, show: { values: ['redirect', '!redirect'] } },
  },
  result: { 'linkshere?': [usageMembers] },
  params: {
    ...usageParams(),
  },

  pageListing: (q, a) => incomingLinks(q, 'page_link', a),
})
