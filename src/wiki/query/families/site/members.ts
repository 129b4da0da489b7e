// What the parts of meta=siteinfo return.
import type { Members, ResultOf } from '../../../api/result/kinds.ts'

const generalMembers = {
  mainpage: 'string',
  base: 'string',
  sitename: 'string',
  mainpageisdomainroot: 'boolean',
  logo: 'string',
  generator: 'string',
  phpversion: 'string',
  phpsapi: 'string',
  dbtype: 'string',
  dbversion: 'string',
  imagewhitelistenabled: 'boolean',
  langconversion: 'boolean',
  linkconversion: 'boolean',
  titleconversion: 'boolean',
  linkprefixcharset: 'string',
  linkprefix: 'string',
  linktrail: 'string',
  legaltitlechars: 'string',
  invalidusernamechars: 'string',
  allunicodefixes: 'boolean',
  fixarabicunicode: 'boolean',
  fixmalayalamunicode: 'boolean',
  case: 'string',
  lang: 'string',
  fallback: [{ code: 'string' }],
  'variants?': [{ code: 'string', name: 'string' }],
  rtl: 'boolean',
  fallback8bitEncoding: 'string',
  readonly: 'boolean',
  'readonlyreason?': 'string',
  writeapi: 'boolean',
  maxarticlesize: 'integer',
  timezone: 'string',
  timeoffset: 'integer',
  articlepath: 'string',
  scriptpath: 'string',
  script: 'string',
  // False if there is none; the same for the target of external links.
  variantarticlepath: 'string|boolean',
  server: 'string',
  servername: 'string',
  wikiid: 'string',
  time: 'string',
  misermode: 'boolean',
  uploadsenabled: 'boolean',
  maxuploadsize: 'integer',
  minuploadchunksize: 'integer',
  galleryoptions: {
    'imagesPerRow?': 'integer',
    'imageWidth?': 'integer',
    'imageHeight?': 'integer',
    'captionLength?': 'integer|boolean',
    'showBytes?': 'boolean',
    'showDimensions?': 'boolean',
    'mode?': 'string',
  },
  thumblimits: { '*': 'integer' },
  imagelimits: { '*': { width: 'integer', height: 'integer' } },
  favicon: 'string',
  centralidlookupprovider: 'string',
  allcentralidlookupproviders: ['string'],
  interwikimagic: 'boolean',
  magiclinks: { ISBN: 'boolean', PMID: 'boolean', RFC: 'boolean' },
  categorycollation: 'string',
  nofollowlinks: 'boolean',
  nofollownsexceptions: ['integer'],
  nofollowdomainexceptions: ['string'],
  externallinktarget: 'string|boolean',
  // Other versions and extensions of MediaWiki have more, which an imported wiki keeps.
  '*': 'any',
} as const satisfies Members

const namespaceMembers = {
  id: 'integer',
  case: 'string',
  name: 'string',
  'subpages?': 'boolean',
  'canonical?': 'string',
  content: 'boolean',
  'nonincludable?': 'boolean',
  'namespaceprotection?': 'string',
  'defaultcontentmodel?': 'string',
} as const satisfies Members

const interwikiMembers = {
  prefix: 'string',
  'local?': 'boolean',
  'trans?': 'boolean',
  'language?': 'string',
  'bcp47?': 'string',
  'localinterwiki?': 'boolean',
  'deprecated?': 'string',
  'extralanglink?': 'boolean',
  'code?': 'string',
  'linktext?': 'string',
  'sitename?': 'string',
  url: 'string',
  'protorel?': 'boolean',
  'wikiid?': 'string',
  'api?': 'string',
} as const satisfies Members

const statisticsMembers = {
  pages: 'integer',
  articles: 'integer',
  edits: 'integer',
  images: 'integer',
  users: 'integer',
  activeusers: 'integer',
  admins: 'integer',
  jobs: 'integer',
} as const satisfies Members

const groupMembers = {
  name: 'string',
  rights: ['string'],
  'number?': 'integer',
  'add?': ['string'],
  'remove?': ['string'],
  'add-self?': ['string'],
  'remove-self?': ['string'],
} as const satisfies Members

const uploadDialogMembers = {
  'fields?': { 'description?': 'boolean', 'date?': 'boolean', 'categories?': 'boolean' },
  'licensemessages?': { 'local?': 'string', 'foreign?': 'string' },
  'comment?': { 'local?': 'string', 'foreign?': 'string' },
  'format?': {
    'filepage?': 'string',
    'description?': 'string',
    'ownwork?': 'string',
    'license?': 'string',
    'uncategorized?': 'string',
  },
} as const satisfies Members

/** Preferences by name; extensions add their own. */
export const optionMembers = { '*': ['string|number', '|', 'boolean|null'] } as const satisfies Members

/** Each part is returned if it is requested. */
export const siteMembers = {
  'general?': generalMembers,
  'namespaces?': { '*': namespaceMembers },
  'namespacealiases?': [{ id: 'integer', alias: 'string' }],
  'specialpagealiases?': [{ realname: 'string', aliases: ['string'] }],
  'magicwords?': [{ name: 'string', aliases: ['string'], 'case-sensitive?': 'boolean' }],
  'interwikimap?': [interwikiMembers],
  'dbrepllag?': [{ host: 'string', lag: 'integer' }],
  'statistics?': statisticsMembers,
  'usergroups?': [groupMembers],
  'libraries?': [{ name: 'string', version: 'string' }],
  'extensions?': [
    {
      type: 'string',
      name: 'string',
      description: 'string',
      author: 'string',
      url: 'string',
      version: 'string',
      'license-name': 'string',
      license: 'string',
    },
  ],
  'fileextensions?': [{ ext: 'string' }],
  'rightsinfo?': { url: 'string', text: 'string' },
  'restrictions?': {
    types: ['string'],
    levels: ['string'],
    cascadinglevels: ['string'],
    semiprotectedlevels: ['string'],
  },
  'languages?': [{ code: 'string', bcp47: 'string', name: 'string' }],
  // By language and variant.
  'languagevariants?': { '*': { '*': { fallbacks: ['string'] } } },
  'skins?': [{ code: 'string', name: 'string', 'default?': 'boolean' }],
  'extensiontags?': ['string'],
  'functionhooks?': ['string'],
  'showhooks?': ['any'],
  'variables?': ['string'],
  'protocols?': ['string'],
  'defaultoptions?': optionMembers,
  'uploaddialog?': uploadDialogMembers,
} as const satisfies Members

type Parts = ResultOf<typeof siteMembers>

export type SitePartName = keyof Parts

/** The value of a part. */
export type SitePart<N extends SitePartName> = NonNullable<Parts[N]>
