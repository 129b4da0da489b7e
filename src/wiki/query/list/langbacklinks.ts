import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { limit, manyOf, string } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { sourceMembers } from '../families/backlinks.ts'
import { foreignBacklinks, LANGUAGE, requirePrefix } from '../families/foreign-links.ts'

export const langbacklinks = listModule({
  name: 'langbacklinks',
  prefix: 'lbl',
  classname: 'ApiQueryLangBacklinks',
  tag: 'll',
  generator: true,
  cacheable: true,
  summary: 'List pages with a language link to a given language or page.',
  helpUrls: [helpPage('Langbacklinks')],
  help: {
    examples: [
      ['action=query&list=langbacklinks&lbltitle=Test&lbllang=fr', 'simple'],
      ['action=query&generator=langbacklinks&glbltitle=Test&glbllang=fr&prop=info', 'generator'],
    ],
    params: { prop: { values: ['lllang', 'lltitle'] } },
  },
  result: { langbacklinks: [{ ...sourceMembers, 'lllang?': 'string', 'lltitle?': 'string' }] },
  params: {
    lang: string(),
    title: string(),
    continue: continuation(),
    limit: limit(),
    prop: manyOf(['lllang', 'lltitle'], { default: '' }),
    dir: ascending(),
  },

  listing(q, a) {
    requirePrefix(q, a.lang, a.title, 'lang', 'nolang')
    return foreignBacklinks(q, LANGUAGE, { ...a, prefix: a.lang }, row => ({
      ...(a.prop.includes('lllang') && { lllang: row.prefix }),
      ...(a.prop.includes('lltitle') && { lltitle: row.title }),
    }))
  },
})
