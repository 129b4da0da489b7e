import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation, linkedNamespaces, strings } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'
import { propModule } from '../../api/query/query-module.ts'
import { titleMembers } from '../../api/result/common.ts'
import { outgoingLinks } from '../families/outgoing-links.ts'

export const links = propModule({
  name: 'links',
  prefix: 'pl',
  classname: 'ApiQueryLinks',
  tag: 'pl',
  needsPages: true,
  generator: true,
  cacheable: true,
  summary: 'List the links on pages.',
  helpUrls: [helpPage('Links')],
  help: {
    examples: [
      ['action=query&prop=links&titles={main-page}', 'simple'],
      ['action=query&generator=links&titles={main-page}&prop=info', 'generator'],
      ['action=query&prop=links&titles={main-page}&plnamespace=2|10', 'namespaces'],
    ],
  },
  result: { 'links?': [titleMembers] },
  params: {
    namespace: linkedNamespaces(),
    limit: limit(),
    continue: continuation(),
    titles: strings(),
    dir: ascending(),
  },

  pageListing: (q, a) => outgoingLinks(q, 'page_link', a.namespace, a.titles),
})
