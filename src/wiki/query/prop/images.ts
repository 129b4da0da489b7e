import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation, strings } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'
import { propModule } from '../../api/query/query-module.ts'
import { titleMembers } from '../../api/result/common.ts'
import { outgoingLinks } from '../families/outgoing-links.ts'

export const images = propModule({
  name: 'images',
  prefix: 'im',
  classname: 'ApiQueryImages',
  tag: 'im',
  needsPages: true,
  generator: true,
  cacheable: true,
  summary: 'List the files used on pages.',
  helpUrls: [helpPage('Images')],
  help: {
    examples: [
      ['action=query&prop=images&titles={main-page}', 'simple'],
      ['action=query&generator=images&titles={main-page}&prop=info', 'generator'],
    ],
    params: { images: { words: 'List only these files.' } },
  },
  result: { 'images?': [titleMembers] },
  params: {
    limit: limit(),
    continue: continuation(),
    images: strings(),
    dir: ascending(),
  },

  pageListing: (q, a) => outgoingLinks(q, 'image_link', undefined, a.images),
})
