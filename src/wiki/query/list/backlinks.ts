import { helpPage } from '../../api/help-page.ts'
import { boolean } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { backlinkMembers, backlinkParams, backlinksTo } from '../families/backlinks.ts'

export const backlinks = listModule({
  name: 'backlinks',
  prefix: 'bl',
  classname: 'ApiQueryBacklinks',
  tag: 'bl',
  generator: true,
  cacheable: true,
  summary: 'List pages that link to a page, optionally also through redirects.',
  helpUrls: [helpPage('Backlinks')],
  help: {
    examples: [
      ['action=query&list=backlinks&bltitle={main-page}', 'simple'],
      ['action=query&generator=backlinks&gbltitle={main-page}&prop=info', 'generator'],
    ],
  },
  result: { backlinks: [backlinkMembers] },
  params: {
    ...backlinkParams(),
    redirect: boolean(),
  },

  listing: (q, a) => backlinksTo(q, 'page_link', a),
})
