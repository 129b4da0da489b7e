import { helpPage } from '../../api/help-page.ts'
import { ascending, linkedNamespace, titleOrId } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { linkedTitles, targetMembers, targetRange } from '../families/link-targets.ts'

export const alllinks = listModule({
  name: 'alllinks',
  prefix: 'al',
  classname: 'ApiQueryAllLinks',
  tag: 'l',
  generator: true,
  cacheable: true,
  summary: 'List all links by target title.',
  helpUrls: [helpPage('Alllinks')],
  help: {
    examples: [
      ['action=query&list=alllinks&alfrom=B&alprop=ids|title', 'b'],
      ['action=query&list=alllinks&alunique=&alfrom=B', 'unique'],
      ['action=query&generator=alllinks&galunique=&galfrom=B', 'unique-generator'],
      ['action=query&generator=alllinks&galfrom=B', 'generator'],
    ],
    params: { prop: { values: ['ids', 'title'] } },
  },
  result: { alllinks: [targetMembers] },
  params: {
    ...targetRange(),
    prop: titleOrId(),
    namespace: linkedNamespace(0),
    limit: limit(),
    dir: ascending(),
  },

  listing: (q, a) => linkedTitles(q, 'page_link', a.namespace, a),
})
