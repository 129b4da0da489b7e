import { helpPage } from '../../api/help-page.ts'
import { continuation, namespaces } from '../../api/params/common.ts'
import { integer, limit, manyOf, oneOf, string, timestamp } from '../../api/params/kinds.ts'
import { listed, listModule } from '../../api/query/query-module.ts'
import { targetPage } from '../../api/query/target-page.ts'
import { optionalPageMembers } from '../../api/result/common.ts'
import { asObject } from '../../api/result/shape.ts'
import { fail } from '../../messages/message.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { membersBySortKey, membersByTime } from '../families/category-members.ts'

export const categorymembers = listModule({
  name: 'categorymembers',
  prefix: 'cm',
  classname: 'ApiQueryCategoryMembers',
  tag: 'cm',
  generator: true,
  cacheable: true,
  summary: 'List the members of a category, by sort key or by the time they were added.',
  helpUrls: [helpPage('Categorymembers')],
  help: {
    examples: [
      ['action=query&list=categorymembers&cmtitle=Category:Physics', 'simple'],
      ['action=query&generator=categorymembers&gcmtitle=Category:Physics&prop=info', 'generator'],
    ],
    params: {
      prop: { values: ['ids', 'title', 'sortkey', 'sortkeyprefix', 'type', 'timestamp'] },
      starthexsortkey: { words: 'Sort key to start from, in hexadecimal.' },
      endhexsortkey: { words: 'Sort key to end at, in hexadecimal.' },
      startsortkeyprefix: { words: 'Sort key prefix to start from.' },
      endsortkeyprefix: { words: 'Sort key prefix to end before.' },
      startsortkey: { words: 'Use starthexsortkey instead.' },
      endsortkey: { words: 'Use endhexsortkey instead.' },
    },
  },
  result: {
    categorymembers: [
      {
        ...optionalPageMembers,
        'sortkey?': 'string',
        'sortkeyprefix?': 'string',
        'type?': 'string',
        'timestamp?': 'string',
      },
    ],
  },
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

  async listing(q, a) {
    const category = await targetPage(q, a)
    if (category.ns !== NS.category) fail('apierror-invalidcategory')
    const { query, keys } =
      a.sort === 'timestamp' ? membersByTime(category.title, a) : membersBySortKey(q, category.title, a)
    const prop = new Set<string>(a.prop)
    return listed(query, {
      keys,
      item: row =>
        asObject({
          ...(prop.has('ids') && { pageid: row.page_id }),
          ...(prop.has('title') && q.pageName(row.ns, row.title)),
          ...(prop.has('sortkey') && { sortkey: row.sortkey.toString('hex') }),
          ...(prop.has('sortkeyprefix') && { sortkeyprefix: row.sortkey_prefix }),
          ...(prop.has('type') && { type: row.type }),
          ...(prop.has('timestamp') && { timestamp: isoTimestamp(row.timestamp) }),
        }),
      page: row => ({ id: row.page_id }),
      keepsOrder: true,
    })
  },
})
