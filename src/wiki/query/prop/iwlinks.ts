import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, limit, manyOf, string } from '../../api/params/kinds.ts'
import { looseNumber, text } from '../../api/query/keys.ts'
import { listedPerPage, propModule } from '../../api/query/query-module.ts'
import { content } from '../../api/result/shape.ts'
import { foreignUrl, requirePrefix } from '../families/foreign-links.ts'

export const iwlinks = propModule({
  name: 'iwlinks',
  prefix: 'iw',
  classname: 'ApiQueryIWLinks',
  tag: 'iw',
  needsPages: true,
  cacheable: true,
  summary: 'List interwiki links of pages, except language links.',
  helpUrls: [helpPage('Iwlinks')],
  help: {
    examples: [['action=query&prop=iwlinks&titles={main-page}', 'simple']],
    params: { prop: { values: ['url'] }, prefix: { words: 'List only links with this interwiki prefix.' } },
  },
  result: { 'iwlinks?': [{ prefix: 'string', 'url?': 'string', title: 'string' }] },
  params: {
    prop: manyOf(['url']),
    prefix: string(),
    title: string(),
    dir: ascending(),
    limit: limit(),
    continue: continuation(),
    url: boolean({ deprecated: true }),
  },

  pageListing(q, a) {
    requirePrefix(q, a.prefix, a.title, 'prefix')
    q.requireAtMostOneOf(a, 'prop', 'url')
    const withUrl = a.url || a.prop?.includes('url')
    const query = LINKS.where('from_id', 'in', q.pages.goodIds)
      .where('prefix', '=', a.prefix)
      .where('title', '=', a.title)
    return listedPerPage(query, {
      keys: [looseNumber('interwiki_link.from_id'), text('interwiki_link.prefix'), text('interwiki_link.title')],
      pageId: row => row.from_id,
      item: row => {
        const url = withUrl ? { url: foreignUrl(q, row.prefix, row.title) } : {}
        return content({ prefix: row.prefix, ...url, title: row.title }, 'title')
      },
    })
  },
})

const LINKS = statement(db => db.selectFrom('interwiki_link').selectAll())
