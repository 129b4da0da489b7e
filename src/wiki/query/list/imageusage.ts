import { helpPage } from '../../api/help-page.ts'
import { boolean } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { backlinkParams, backlinksTo } from '../families/backlinks.ts'

export const imageusage = listModule({
  name: 'imageusage',
  prefix: 'iu',
  classname: 'ApiQueryBacklinks',
  tag: 'iu',
  generator: true,
  cacheable: true,
  summary: 'The pages that show one file, and on request those that reach it through a redirect.',
  helpUrls: [helpPage('Imageusage')],
  help: {
    examples: [
      ['action=query&list=imageusage&iutitle=File:Albert%20Einstein%20Head.jpg', 'simple'],
      ['action=query&generator=imageusage&giutitle=File:Albert%20Einstein%20Head.jpg&prop=info', 'generator'],
    ],
  },
  params: {
    ...backlinkParams(),
    redirect: boolean(),
  },

  listing: (q, a) => backlinksTo(q, 'image_link', a),
})
