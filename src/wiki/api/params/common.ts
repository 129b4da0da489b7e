// Parameters that several modules share.
import { boolean, expiry, limit, manyOf, namespace, type Options, oneOf, string } from './kinds.ts'

type Info = Pick<Options, 'info'>

export const ascending = () => oneOf(['ascending', 'descending'], { default: 'ascending' })
export const newerOlder = (info: Info = {}) => oneOf(['newer', 'older'], { default: 'older', ...info })
export const filterRedirects = () => oneOf(['all', 'nonredirects', 'redirects'], { default: 'all' })
export const titleOrId = () => manyOf(['ids', 'title'], { default: ['title'] })
export const continuation = () => string()
export const strings = () => string({ multi: true })

/** Watchlist expiry, on wikis where it is enabled. */
export const watchlistExpiry = () => expiry({ setting: 'watchlistExpiry' })

export const namespaces = () => namespace({ multi: true, allspecifier: '*' })
/** Media and Special have no pages, but links and log entries can refer to them. */
const WITHOUT_PAGES = [-2, -1] as const
export const linkedNamespace = (preset: number) => namespace({ default: preset, extranamespaces: WITHOUT_PAGES })
export const linkedNamespaces = () => namespace({ multi: true, allspecifier: '*', extranamespaces: WITHOUT_PAGES })
export const loggedNamespace = () => namespace({ extranamespaces: WITHOUT_PAGES })
/** Namespaces to search. A multi-value default is listed as joined text, even if it is a single number. */
export const searchedNamespaces = () => namespace({ multi: true, default: 0, allspecifier: '*' })

export const GROUPS = ['bot', 'bureaucrat', 'interface-admin', 'suppress', 'sysop'] as const
export const groups = () => manyOf(GROUPS)

export const CHANGE_TYPES = ['categorize', 'edit', 'external', 'log', 'new'] as const
export const changeTypes = () => manyOf(CHANGE_TYPES, { default: ['edit', 'new', 'log', 'categorize'] })

/** Condition under which a parameter applies, for the listing. */
export const onlyIf = (name: 'useronly' | 'nonuseronly' | 'singlepageonly') => ({ info: [{ name }] }) as const
/** Modes in which a module uses a parameter. */
export const inModes = (...values: readonly number[]) => ({ info: [{ name: 'modes', values }] }) as const

export const CONTENT_FORMATS = ['application/json', 'text/css', 'text/javascript', 'text/plain', 'text/x-wiki'] as const

/** Parameters of every module that returns revisions. */
export const revisionParams = (info: Info = {}) => ({
  prop: manyOf(
    [
      'comment',
      'content',
      'contentmodel',
      'flags',
      'ids',
      'parsedcomment',
      'roles',
      'sha1',
      'size',
      'slotsha1',
      'slotsize',
      'tags',
      'timestamp',
      'user',
      'userid',
      'parsetree',
    ],
    { default: ['ids', 'timestamp', 'flags', 'comment', 'user'], deprecatedvalues: ['parsetree'] },
  ),
  slots: manyOf(['main'], { allspecifier: '*' }),
  limit: limit({ default: 'none', ...info }),
  expandtemplates: boolean({ deprecated: true }),
  generatexml: boolean({ deprecated: true }),
  parse: boolean({ deprecated: true }),
  section: string(),
  diffto: string({ deprecated: true }),
  difftotext: string({ deprecated: true }),
  difftotextpst: boolean({ deprecated: true }),
  contentformat: oneOf(CONTENT_FORMATS, { deprecated: true }),
})

/** Help for these parameters. */
export const REVISION_HELP = {
  prop: {
    values: [
      'ids',
      'flags',
      'timestamp',
      'user',
      'userid',
      'size',
      'slotsize',
      'sha1',
      'slotsha1',
      'contentmodel',
      'comment',
      'parsedcomment',
      'content',
      'tags',
      'roles',
      'parsetree',
    ],
    valueParams: { parsetree: ['wikitext'] },
  },
} as const

export const PROTOCOLS = [
  'bitcoin',
  'ftp',
  'ftps',
  'geo',
  'git',
  'gopher',
  'http',
  'https',
  'irc',
  'ircs',
  'magnet',
  'mailto',
  'mms',
  'news',
  'nntp',
  'redis',
  'sftp',
  'sip',
  'sips',
  'sms',
  'ssh',
  'svn',
  'tel',
  'telnet',
  'urn',
  'worldwind',
  'xmpp',
] as const
/** An empty value means http and https. */
export const protocol = () => oneOf(['', ...PROTOCOLS], { default: '' })
