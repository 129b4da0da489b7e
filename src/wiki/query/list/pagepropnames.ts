import type { Reader } from '#store/store.ts'
import { helpPage } from '../../api/help-page.ts'
import { listed, listModule } from '../../api/module.ts'
import { continuation } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'

export const pagepropnames = listModule({
  name: 'pagepropnames',
  prefix: 'ppn',
  classname: 'ApiQueryPagePropNames',
  tag: 'p',
  cacheable: true,
  summary: 'The names of page properties that occur on the wiki.',
  helpUrls: [helpPage('Pagepropnames')],
  params: {
    continue: continuation(),
    limit: limit(),
  },

  async listing(q, a) {
    // The names are few and the rows many: skip from name to name through the index instead of reading every row.
    const rows: { readonly name: string }[] = []
    const [start = ''] = q.cursor(a.continue, 'string') ?? []
    let next = await firstName(q.db, start, '>=')
    while (next !== undefined && rows.length <= a.limit) {
      rows.push({ name: next })
      next = await firstName(q.db, next, '>')
    }
    return listed(rows, { item: row => ({ propname: row.name }), next: row => row.name })
  },
})

async function firstName(db: Reader, name: string, operator: '>' | '>='): Promise<string | undefined> {
  const row = await db
    .selectFrom('page_prop')
    .where('name', operator, name)
    .select('name')
    .orderBy('name')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}
