import { helpPage } from '../../api/help-page.ts'
import { boolean } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { backlinkMembers, backlinkParams, backlinksTo } from '../families/backlinks.ts'

export const imageusage = listModule({
  name: 'imageusage',
  prefix: 'iu',
  classname: 'ApiQueryBacklinks',
  tag: 'iu',
  generator: true,
  cacheable: true,
  summary: 'List pages that use a file, optionally also through redirects.',
  helpUrls: [helpPage('Imageusage')],
  help: {
    examples: [
      ['action=query&list=imageusage&iutitle=File:Albert%20Einstein%20Head.jpg', 'simple'],
      ['action=query&generator=imageusage&giutitle=File:Albert%20Einstein%20Head.jpg&prop=info', 'generator'],
    ],
  },
  result: { imageusage: [backlinkMembers] },
  params: {
    ...backlinkParams(),
    redirect: boolean(),
  },

  listing: (q, a) => backlinksTo(q, 'image_link', a),
})
