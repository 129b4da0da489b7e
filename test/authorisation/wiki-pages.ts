// All URLs of declared wiki pages. New views and special pages are included automatically.
import { SPECIALS } from '#wiki/pages/special/index.ts'
import { VIEWS } from '#wiki/pages/views/index.ts'
import { defaultSite } from '#wiki/site/site.ts'

const TITLES = ['Main_Page', 'Hidden', 'Missing']

const viewsOf = (actions: readonly string[]): string[] =>
  actions.flatMap(action => TITLES.map(title => `/index.php?title=${title}&action=${action}`))

const SUBPAGES = ['', '/Main_Page', '/Boss']

/** Implemented views and special pages. */
export const declaredPages = (): string[] => [
  ...viewsOf(VIEWS.map(({ action }) => action)),
  ...SPECIALS.flatMap(({ name }) => SUBPAGES.map(sub => `/wiki/Special:${name}${sub}`)),
]

/** All special pages of MediaWiki, including those that only have a placeholder here. */
export const namedSpecials = (): string[] =>
  defaultSite().info.specialpagealiases.map(({ realname }) => `/wiki/Special:${realname}`)

/** URLs in all formats of links, with meaningless values. */
export const oddAddresses = (): string[] =>
  [
    ...['oldid=2', 'oldid=999999', 'oldid=x', 'diff=2', 'diff=prev&oldid=2', 'diff=999999', 'curid=1', 'curid=999999'],
    ...[
      'curid=1&action=history',
      'search=x',
      'title=',
      'title=%5B%5B',
      'title=%00',
      'title=Special:',
      'title=Media:X.png',
    ],
    ...['File:Missing.png', 'Category:Missing', 'User:Boss', 'Talk:Main_Page'].map(title => `title=${title}`),
    ...['title=Main_Page&action=dance', 'title=Main_Page&uselang=ar', 'title=Main_Page&uselang=qqx&action=history'],
    ...['title=Main_Page&action=history&offset=nonsense&limit=-1', 'title=Special:Whatlinkshere&target=%5B%5B'],
  ].map(query => `/index.php?${query}`)
