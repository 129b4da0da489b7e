import { helpPage } from '../../api/help-page.ts'
import { ascending, titleOrId } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { NS } from '../../site/namespaces.ts'
import { linkedTitles, targetRange } from '../families/link-targets.ts'

export const allfileusages = listModule({
  name: 'allfileusages',
  prefix: 'af',
  classname: 'ApiQueryAllLinks',
  tag: 'f',
  generator: true,
  cacheable: true,
  summary: 'Every use of a file on a page, by file name; files that do not exist are listed too.',
  helpUrls: [helpPage('Allfileusages')],
  params: {
    ...targetRange(),
    prop: titleOrId(),
    limit: limit(),
    dir: ascending(),
  },

  listing: (q, a) => linkedTitles(q, 'image_link', NS.file, a),
})
