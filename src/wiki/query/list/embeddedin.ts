import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/query/query-module.ts'
import { backlinkParams, backlinksTo, sourceMembers } from '../families/backlinks.ts'

export const embeddedin = listModule({
  name: 'embeddedin',
  prefix: 'ei',
  classname: 'ApiQueryBacklinks',
  tag: 'ei',
  generator: true,
  cacheable: true,
  summary: 'List pages that transclude a page.',
  helpUrls: [helpPage('Embeddedin')],
  help: {
    examples: [
      ['action=query&list=embeddedin&eititle=Template:Stub', 'simple'],
      ['action=query&generator=embeddedin&geititle=Template:Stub&prop=info', 'generator'],
    ],
  },
  result: { embeddedin: [sourceMembers] },
  params: {
    ...backlinkParams(),
  },

  listing: (q, a) => backlinksTo(q, 'template_link', a),
})
