import { helpPage } from '../../api/help-page.ts'
import { ascending, linkedNamespace, titleOrId } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { linkedTitles, targetMembers, targetRange } from '../families/link-targets.ts'

export const alltransclusions = listModule({
  name: 'alltransclusions',
  prefix: 'at',
  classname: 'ApiQueryAllLinks',
  tag: 't',
  generator: true,
  cacheable: true,
  summary: 'List all transclusions by target title, including missing targets.',
  helpUrls: [helpPage('Alltransclusions')],
  help: {
    examples: [
      ['action=query&list=alltransclusions&atfrom=B&atprop=ids|title', 'b'],
      ['action=query&list=alltransclusions&atunique=&atfrom=B', 'unique'],
      ['action=query&generator=alltransclusions&gatunique=&gatfrom=B', 'unique-generator'],
      ['action=query&generator=alltransclusions&gatfrom=B', 'generator'],
    ],
    params: { prop: { values: ['ids', 'title'] } },
  },
  result: { alltransclusions: [targetMembers] },
  params: {
    ...targetRange(),
    prop: titleOrId(),
    namespace: linkedNamespace(10),
    limit: limit(),
    dir: ascending(),
  },

  listing: (q, a) => linkedTitles(q, 'template_link', a.namespace, a),
})
