import { helpPage } from '../../api/help-page.ts'
import { listModule } from '../../api/module.ts'
import { searchedNamespaces } from '../../api/params/common.ts'
import { boolean, integer, limit, manyOf, oneOf, string } from '../../api/params/kinds.ts'

export const search = listModule({
  name: 'search',
  prefix: 'sr',
  classname: 'ApiQuerySearch',
  tag: 'p',
  generator: true,
  summary: 'Search in titles and texts.',
  helpUrls: [helpPage('Search')],
  params: {
    search: string({ required: true }),
    namespace: searchedNamespaces(),
    limit: limit(),
    offset: integer({ default: 0 }),
    what: oneOf(['nearmatch', 'text', 'title']),
    info: manyOf(['rewrittenquery', 'suggestion', 'totalhits'], {
      default: ['totalhits', 'suggestion', 'rewrittenquery'],
    }),
    prop: manyOf(
      [
        'categorysnippet',
        'extensiondata',
        'isfilematch',
        'redirectsnippet',
        'redirecttitle',
        'sectionsnippet',
        'sectiontitle',
        'size',
        'snippet',
        'timestamp',
        'titlesnippet',
        'wordcount',
        'hasrelated',
        'score',
      ],
      { default: ['size', 'wordcount', 'timestamp', 'snippet'], deprecatedvalues: ['hasrelated', 'score'] },
    ),
    interwiki: boolean(),
    enablerewrites: boolean(),
    sort: oneOf(['relevance'], { default: 'relevance' }),
  },
})
