import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/query/query-module.ts'
import { incomingLinks, usageMembers } from '../families/incoming-links.ts'
import { usageParams } from '../families/usage.ts'

export const fileusage = propModule({
  name: 'fileusage',
  prefix: 'fu',
  classname: 'ApiQueryBacklinksprop',
  tag: 'fu',
  generator: true,
  cacheable: true,
  summary: 'List pages that use the given files.',
  helpUrls: [helpPage('Fileusage')],
  help: {
    examples: [
      ['action=query&prop=fileusage&titles=File%3AExample.jpg', 'simple'],
      ['action=query&generator=fileusage&titles=File%3AExample.jpg&prop=info', 'generator'],
    ],
    params: { prop: { values: ['pageid', 'title', 'redirect'] }, show: { values: ['redirect', '!redirect'] } },
  },
  result: { 'fileusage?': [usageMembers] },
  params: {
    ...usageParams(),
  },

  pageListing: (q, a) => incomingLinks(q, 'image_link', a),
})
