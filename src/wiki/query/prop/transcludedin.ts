import { helpPage } from '../../api/help-page.ts'
import { propModule } from '../../api/query/query-module.ts'
import { incomingLinks, usageMembers } from '../families/incoming-links.ts'
import { usageParams } from '../families/usage.ts'

export const transcludedin = propModule({
  name: 'transcludedin',
  prefix: 'ti',
  classname: 'ApiQueryBacklinksprop',
  tag: 'ti',
  generator: true,
  cacheable: true,
  summary: 'List pages that transclude the given pages.',
  helpUrls: [helpPage('Transcludedin')],
  help: {
    examples: [
      ['action=query&prop=transcludedin&titles={main-page}', 'simple'],
      ['action=query&generator=transcludedin&titles={main-page}&prop=info', 'generator'],
    ],
    params: { prop: { values: ['pageid', 'title', 'redirect'] }, show: { values: ['redirect', '!redirect'] } },
  },
  result: { 'transcludedin?': [usageMembers] },
  params: {
    ...usageParams(),
  },

  pageListing: (q, a) => incomingLinks(q, 'template_link', a),
})
