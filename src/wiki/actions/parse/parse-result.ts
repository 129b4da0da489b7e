import { titleMembers } from '../../api/result/common.ts'
import type { Members, ResultOf } from '../../api/result/kinds.ts'

/** A page that the text links to or transcludes. */
const FOUND_PAGE = { ...titleMembers, exists: 'boolean' } as const satisfies Members

const CATEGORY = {
  /** The sort key as given in the text. */
  sortkey: 'string',
  category: 'string',
  'missing?': 'boolean',
  'hidden?': 'boolean',
} as const satisfies Members

const REDIRECT = { from: 'string', to: 'string', 'tofragment?': 'string' } as const satisfies Members

const SECTION = {
  toclevel: 'integer',
  level: 'string',
  line: 'string',
  number: 'string',
  index: 'string',
  /** False for sections without a page, such as those of an unsaved text. */
  fromtitle: 'string|boolean',
  /** Null for sections from templates. */
  byteoffset: 'integer|null',
  anchor: 'string',
} as const satisfies Members

/** Modules and configuration for scripts, of which this wiki has none. */
export const SCRIPT_MEMBERS = {
  'modules?': ['string'],
  'modulescripts?': ['string'],
  'modulestyles?': ['string'],
  'jsconfigvars?': { '*': 'any' },
  'encodedjsconfigvars?': 'string',
} as const satisfies Members

/** What action=parse returns, depending on `prop`. */
export const PARSE_RESULT = {
  'title?': 'string',
  'pageid?': 'integer',
  'textdeleted?': 'boolean',
  'textsuppressed?': 'boolean',
  'revid?': 'integer',
  'redirects?': [REDIRECT],
  'text?': 'string',
  'parsedsummary?': 'string',
  'langlinks?': [{ lang: 'string', url: 'string', langname: 'string', autonym: 'string', title: 'string' }],
  'categories?': [CATEGORY],
  'categorieshtml?': 'string',
  'links?': [FOUND_PAGE],
  'templates?': [FOUND_PAGE],
  'images?': ['string'],
  'externallinks?': ['string'],
  'sections?': [SECTION],
  'showtoc?': 'boolean',
  'parsewarnings?': ['string'],
  'parsewarningshtml?': ['string'],
  'displaytitle?': 'string',
  'subtitle?': 'string',
  'headitems?': ['string'],
  'headhtml?': 'string',
  ...SCRIPT_MEMBERS,
  /** HTML by name. */
  'indicators?': { '*': 'string' },
  'iwlinks?': [{ prefix: 'string', url: 'string', title: 'string' }],
  'wikitext?': 'string',
  'psttext?': 'string',
  'properties?': { '*': 'string' },
  /** What was used, and the limit. */
  'limitreportdata?': [{ name: 'string', '0': 'number', '1': 'number' }],
  'limitreporthtml?': 'string',
  'parsetree?': 'string',
} as const satisfies Members

/** The response, as far as it is made of these members. */
export type ParseResult = ResultOf<typeof PARSE_RESULT>

export type FoundPage = ResultOf<typeof FOUND_PAGE>
export type Redirect = ResultOf<typeof REDIRECT>
export type Category = ResultOf<typeof CATEGORY>
