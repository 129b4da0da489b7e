import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { continuation, namespaces } from '../../api/params/common.ts'
import { integer, limit, manyOf, oneOf, string, timestamp } from '../../api/params/kinds.ts'

export const categorymembers = listModule({
  name: 'categorymembers',
  prefix: 'cm',
  classname: 'ApiQueryCategoryMembers',
  tag: 'cm',
  generator: true,
  summary: 'The pages, files and subcategories of one category, by sort key or by the time they joined.',
  helpUrls: [helpPage('Categorymembers')],
  params: {
    title: string(),
    pageid: integer(),
    prop: manyOf(['ids', 'sortkey', 'sortkeyprefix', 'timestamp', 'title', 'type'], { default: ['ids', 'title'] }),
    namespace: namespaces(),
    type: manyOf(['file', 'page', 'subcat'], { default: ['page', 'subcat', 'file'] }),
    continue: continuation(),
    limit: limit(),
    sort: oneOf(['sortkey', 'timestamp'], { default: 'sortkey' }),
    dir: oneOf(['asc', 'ascending', 'desc', 'descending', 'newer', 'older'], { default: 'ascending' }),
    start: timestamp(),
    end: timestamp(),
    starthexsortkey: string(),
    endhexsortkey: string(),
    startsortkeyprefix: string(),
    endsortkeyprefix: string(),
    startsortkey: string({ deprecated: true }),
    endsortkey: string({ deprecated: true }),
  },
})
