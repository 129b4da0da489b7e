import { autonym, nameOf } from '#languages/wiki-languages.ts'
import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { boolean, CONTENT_LANGUAGE, limit, manyOf, string } from '../../api/params/kinds.ts'
import { looseNumber, text } from '../../api/query/keys.ts'
import { listedPerPage, propModule } from '../../api/query/query-module.ts'
import { content } from '../../api/result/shape.ts'
import { foreignUrl, requirePrefix } from '../families/foreign-links.ts'

export const langlinks = propModule({
  name: 'langlinks',
  prefix: 'll',
  classname: 'ApiQueryLangLinks',
  tag: 'll',
  needsPages: true,
  cacheable: true,
  summary: 'List language links of pages.',
  helpUrls: [helpPage('Langlinks')],
  help: {
    examples: [['action=query&prop=langlinks&titles={main-page}&redirects=', 'simple']],
    params: {
      prop: { values: ['url', 'langname', 'autonym'] },
      inlanguagecode: { words: 'Language for language names.' },
    },
  },
  result: {
    'langlinks?': [{ lang: 'string', 'url?': 'string', 'langname?': 'string', 'autonym?': 'string', title: 'string' }],
  },
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

  pageListing(q, a) {
    requirePrefix(q, a.lang, a.title, 'lang')
    q.requireAtMostOneOf(a, 'prop', 'url')
    const prop = new Set<string>(a.url ? ['url'] : a.prop)
    const query = LINKS.where('from_id', 'in', q.pages.goodIds).where('lang', '=', a.lang).where('title', '=', a.title)
    return listedPerPage(query, {
      keys: [looseNumber('language_link.from_id'), text('language_link.lang')],
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
    })
  },
})

const LINKS = statement(db => db.selectFrom('language_link').selectAll())
