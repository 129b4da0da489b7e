import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation } from '../../api/params/common.ts'
import { limit, manyOf, string } from '../../api/params/kinds.ts'
import { listModule } from '../../api/query/query-module.ts'
import { sourceMembers } from '../families/backlinks.ts'
import { foreignBacklinks, INTERWIKI, requirePrefix } from '../families/foreign-links.ts'

export const iwbacklinks = listModule({
  name: 'iwbacklinks',
  prefix: 'iwbl',
  classname: 'ApiQueryIWBacklinks',
  tag: 'iw',
  generator: true,
  cacheable: true,
  summary: 'List pages that link to another wiki, or to one page there.',
  helpUrls: [helpPage('Iwbacklinks')],
  help: {
    examples: [
      ['action=query&list=iwbacklinks&iwbltitle=Test&iwblprefix=wikibooks', 'simple'],
      ['action=query&generator=iwbacklinks&giwbltitle=Test&giwblprefix=wikibooks&prop=info', 'generator'],
    ],
    params: { prefix: { words: 'Interwiki prefix.' }, prop: { values: ['iwprefix', 'iwtitle'] } },
  },
  result: { iwbacklinks: [{ ...sourceMembers, 'iwprefix?': 'string', 'iwtitle?': 'string' }] },
  params: {
    prefix: string(),
    title: string(),
    continue: continuation(),
    limit: limit(),
    prop: manyOf(['iwprefix', 'iwtitle'], { default: '' }),
    dir: ascending(),
  },

  listing(q, a) {
    requirePrefix(q, a.prefix, a.title, 'prefix')
    return foreignBacklinks(q, INTERWIKI, a, row => ({
      ...(a.prop.includes('iwprefix') && { iwprefix: row.prefix }),
      ...(a.prop.includes('iwtitle') && { iwtitle: row.title }),
    }))
  },
})
