import { helpPage } from '../../api/help-page.ts'
import { continuation, namespaces } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'
import { propModule } from '../../api/query/query-module.ts'
import { incomingLinks, redirectMembers } from '../families/incoming-links.ts'

export const redirects = propModule({
  name: 'redirects',
  prefix: 'rd',
  classname: 'ApiQueryBacklinksprop',
  tag: 'rd',
  generator: true,
  cacheable: true,
  summary: 'List redirects to the given pages.',
  helpUrls: [helpPage('Redirects')],
  help: {
    examples: [
      ['action=query&prop=redirects&titles={main-page}', 'simple'],
      ['action=query&generator=redirects&titles={main-page}&prop=info', 'generator'],
    ],
    params: { prop: { values: ['pageid', 'title', 'fragment'] }, show: { values: ['fragment', '!fragment'] } },
  },
  result: { 'redirects?': [redirectMembers] },
  params: {
    prop: manyOf(['fragment', 'pageid', 'title'], { default: ['pageid', 'title'] }),
    namespace: namespaces(),
    show: manyOf(['!fragment', 'fragment']),
    limit: limit(),
    continue: continuation(),
  },

  pageListing: (q, a) => incomingLinks(q, 'redirect', a),
})
