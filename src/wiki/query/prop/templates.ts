import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation, linkedNamespaces, strings } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'
import { propModule } from '../../api/query/query-module.ts'
import { titleMembers } from '../../api/result/common.ts'
import { outgoingLinks } from '../families/outgoing-links.ts'

export const templates = propModule({
  name: 'templates',
  prefix: 'tl',
  classname: 'ApiQueryLinks',
  tag: 'tl',
  needsPages: true,
  generator: true,
  cacheable: true,
  summary: 'List the pages transcluded on pages.',
  helpUrls: [helpPage('Templates')],
  help: {
    examples: [
      ['action=query&prop=templates&titles={main-page}', 'simple'],
      ['action=query&generator=templates&titles={main-page}&prop=info', 'generator'],
      ['action=query&prop=templates&titles={main-page}&tlnamespace=2|10', 'namespaces'],
    ],
    params: { templates: { words: 'List only these templates.' } },
  },
  result: { 'templates?': [titleMembers] },
  params: {
    namespace: linkedNamespaces(),
    limit: limit(),
    continue: continuation(),
    templates: strings(),
    dir: ascending(),
  },

  pageListing: (q, a) => outgoingLinks(q, 'template_link', a.namespace, a.templates),
})
