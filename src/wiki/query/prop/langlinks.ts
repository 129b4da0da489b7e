import { sql } from 'kysely'
import { autonym, nameOf } from '#languages/wiki-languages.ts'
import { from, padded } from '#store/keyset.ts'
import { helpPage } from '../../api/help-page.ts'
import { listedPerPage, propModule } from '../../api/module.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, CONTENT_LANGUAGE, limit, manyOf, string } from '../../api/params/kinds.ts'
import { content } from '../../api/result/shape.ts'
import { foreignUrl, requirePrefix } from '../families/foreign-links.ts'

export const langlinks = propModule({
  name: 'langlinks',
  prefix: 'll',
  classname: 'ApiQueryLangLinks',
  tag: 'll',
  needsPages: true,
  cacheable: true,
  summary: 'The counterparts of pages in other languages.',
  helpUrls: [helpPage('Langlinks')],
  params: {
    prop: manyOf(['autonym', 'langname', 'url']),
    lang: string(),
    title: string(),
    dir: ascending(),
    inlanguagecode: string({ default: CONTENT_LANGUAGE }),
    limit: limit(),
    continue: continuation(),
    url: boolean({ deprecated: true }),
  },

  async pageListing(q, a) {
    requirePrefix(q, a.lang, a.title, 'lang')
    q.requireAtMostOneOf(a, 'prop', 'url')
    const prop = new Set<string>(a.url ? ['url'] : a.prop)
    const direction = a.dir === 'ascending' ? 'asc' : 'desc'
    const columns = ['from_id', 'lang']
    let query = q.db.selectFrom('language_link').where('from_id', 'in', padded(q.pages.goodIds)).selectAll()
    if (a.lang !== undefined) query = query.where('lang', '=', a.lang)
    if (a.title !== undefined) query = query.where('title', '=', a.title)
    const after = q.cursor(a.continue, 'loose', 'string')
    if (after) query = query.where(from(columns, after, direction))
    for (const column of columns) query = query.orderBy(sql.ref(column), direction)
    const rows = await query.limit(a.limit + 1).execute()
    return listedPerPage(rows, {
      pageId: row => row.from_id,
      item: row => {
        const url = prop.has('url') ? foreignUrl(q, row.lang, row.title) : ''
        const item = {
          lang: row.lang,
          ...(url !== '' && { url }),
          ...(prop.has('langname') && { langname: nameOf(row.lang, a.inlanguagecode) ?? '' }),
          ...(prop.has('autonym') && { autonym: autonym(row.lang) ?? '' }),
          title: row.title,
        }
        return content(item, 'title')
      },
      next: row => `${row.from_id}|${row.lang}`,
    })
  },
})
