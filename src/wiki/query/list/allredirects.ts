import { helpPage } from '../../api/help-page.ts'
import { ascending, linkedNamespace } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { linkedTitles, redirectTargetMembers, targetRange } from '../families/link-targets.ts'

export const allredirects = listModule({
  name: 'allredirects',
  prefix: 'ar',
  classname: 'ApiQueryAllLinks',
  tag: 'r',
  generator: true,
  cacheable: true,
  summary: 'List all redirects by target title.',
  helpUrls: [helpPage('Allredirects')],
  help: {
    examples: [
      ['action=query&list=allredirects&arfrom=B&arprop=ids|title', 'b'],
      ['action=query&list=allredirects&arunique=&arfrom=B', 'unique'],
      ['action=query&generator=allredirects&garunique=&garfrom=B', 'unique-generator'],
      ['action=query&generator=allredirects&garfrom=B', 'generator'],
    ],
    params: { prop: { values: ['ids', 'title', 'fragment', 'interwiki'] } },
  },
  result: { allredirects: [redirectTargetMembers] },
  params: {
    ...targetRange(),
    prop: manyOf(['fragment', 'ids', 'interwiki', 'title'], { default: ['title'] }),
    namespace: linkedNamespace(0),
    limit: limit(),
    dir: ascending(),
  },

  listing: (q, a) => linkedTitles(q, 'redirect', a.namespace, a),
})
