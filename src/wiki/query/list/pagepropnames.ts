import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { continuation } from '../../api/params/common.ts'
import { limit } from '../../api/params/kinds.ts'
import { text } from '../../api/query/keys.ts'
import { gathered, listed, listModule } from '../../api/query/query-module.ts'

export const pagepropnames = listModule({
  name: 'pagepropnames',
  prefix: 'ppn',
  classname: 'ApiQueryPagePropNames',
  tag: 'p',
  cacheable: true,
  summary: 'List all page property names in use on the wiki.',
  helpUrls: [helpPage('Pagepropnames')],
  help: { examples: [['action=query&list=pagepropnames', 'simple']] },
  result: { pagepropnames: [{ propname: 'string' }] },
  params: {
    continue: continuation(),
    limit: limit(),
  },

  listing: q =>
    // There are few names and many rows: skip through the index from name to name.
    listed(
      gathered(async ({ after: [start] = [''], take }) => {
        const rows: { readonly name: string }[] = []
        let [row] = await NAMES.where('name', '>=', start as string).all(q.db, FIRST)
        while (row !== undefined && rows.length < take) {
          rows.push(row)
          ;[row] = await NAMES.where('name', '>', row.name).all(q.db, FIRST)
        }
        return rows
      }),
      { keys: [text('page_prop.name')], item: row => ({ propname: row.name }) },
    ),
})

const NAMES = statement(db => db.selectFrom('page_prop').select('name'))
const FIRST = { order: [{ column: 'name', direction: 'asc' }], limit: 1 } as const
