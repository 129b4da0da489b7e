import { helpPage } from '../../api/help-page.ts'
import { ascending, titleOrId } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { NS } from '../../site/namespaces.ts'
import { linkedTitles, targetMembers, targetRange } from '../families/link-targets.ts'

export const allfileusages = listModule({
  name: 'allfileusages',
  prefix: 'af',
  classname: 'ApiQueryAllLinks',
  tag: 'f',
  generator: true,
  cacheable: true,
  summary: 'List all file usages by file name, including missing files.',
  helpUrls: [helpPage('Allfileusages')],
  help: {
    examples: [
      ['action=query&list=allfileusages&affrom=B&afprop=ids|title', 'b'],
      ['action=query&list=allfileusages&afunique=&affrom=B', 'unique'],
      ['action=query&generator=allfileusages&gafunique=&gaffrom=B', 'unique-generator'],
      ['action=query&generator=allfileusages&gaffrom=B', 'generator'],
    ],
    params: { prop: { values: ['ids', 'title'] } },
  },
  result: { allfileusages: [targetMembers] },
  params: {
    ...targetRange(),
    prop: titleOrId(),
    limit: limit(),
    dir: ascending(),
  },

  listing: (q, a) => linkedTitles(q, 'image_link', NS.file, a),
})
