import { statement } from '#store/statement.ts'
import { helpPage } from '../../api/help-page.ts'
import { ascending, continuation, strings } from '../../api/params/common.ts'
import { limit, manyOf } from '../../api/params/kinds.ts'
import { looseNumber, text } from '../../api/query/keys.ts'
import { listedPerPage, propModule } from '../../api/query/query-module.ts'
import type { QueryRun } from '../../api/query/query-run.ts'
import { titleMembers } from '../../api/result/common.ts'
import { escapeWikitext } from '../../site/escape-wikitext.ts'
import { NS } from '../../site/namespaces.ts'
import { isoTimestamp } from '../../site/timestamp.ts'
import { parseTitle } from '../../site/titles.ts'
import { showFilters } from '../families/show-filters.ts'

export const categories = propModule({
  name: 'categories',
  prefix: 'cl',
  classname: 'ApiQueryCategories',
  tag: 'cl',
  needsPages: true,
  generator: true,
  cacheable: true,
  summary: 'List the categories of pages.',
  helpUrls: [helpPage('Categories')],
  help: {
    examples: [
      ['action=query&prop=categories&titles=Albert%20Einstein', 'simple'],
      ['action=query&generator=categories&titles=Albert%20Einstein&prop=info', 'generator'],
    ],
    params: {
      prop: { values: ['sortkey', 'timestamp', 'hidden'] },
      categories: { words: 'List only these categories.' },
    },
  },
  result: {
    'categories?': [
      {
        ...titleMembers,
        'sortkey?': 'string',
        'sortkeyprefix?': 'string',
        'timestamp?': 'string',
        'hidden?': 'boolean',
      },
    ],
  },
  params: {
    prop: manyOf(['hidden', 'sortkey', 'timestamp']),
    show: manyOf(['!hidden', 'hidden']),
    limit: limit(),
    continue: continuation(),
    categories: strings(),
    dir: ascending(),
  },

  pageListing(q, a) {
    const onlyTitles = a.categories && wantedCategories(q, a.categories)
    if (onlyTitles?.length === 0) return null
    const show = showFilters(a.show)
    const query = LINKS.where('link.page_id', 'in', q.pages.goodIds)
      .where('link.category', 'in', onlyTitles)
      .where('hiding.page_id', 'is not', show.has('hidden') ? null : undefined)
      .where('hiding.page_id', 'is', show.has('!hidden') ? null : undefined)
    const prop = new Set<string>(a.prop)
    return listedPerPage(query, {
      keys: [looseNumber('link.page_id'), text('link.category')],
      pageId: row => row.page_id,
      item: row => ({
        ...q.pageName(NS.category, row.category),
        ...(prop.has('sortkey') && { sortkey: row.sortkey.toString('hex'), sortkeyprefix: row.sortkey_prefix }),
        ...(prop.has('timestamp') && { timestamp: isoTimestamp(row.timestamp) }),
        ...(prop.has('hidden') && { hidden: row.hidden !== null }),
      }),
      page: row => ({ ns: NS.category, title: row.category }),
    })
  },
})

const LINKS = statement(db =>
  db
    .selectFrom('category_link as link')
    .leftJoin('page', join => join.on('page.ns', '=', NS.category).onRef('page.title', '=', 'link.category'))
    .leftJoin('page_prop as hiding', join =>
      join.onRef('hiding.page_id', '=', 'page.id').on('hiding.name', '=', 'hiddencat'),
    )
    .select([
      'link.page_id',
      'link.category',
      'link.sortkey',
      'link.sortkey_prefix',
      'link.timestamp',
      'hiding.page_id as hidden',
    ]),
)

function wantedCategories(q: QueryRun, titles: readonly string[]): string[] {
  return titles.flatMap(text => {
    const title = parseTitle(q.site, text)
    if (!('invalid' in title) && title.ns === NS.category) return [title.dbkey]
    q.warn('apiwarn-invalidcategory', [escapeWikitext(text)])
    return []
  })
}
