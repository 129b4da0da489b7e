// Rights of each group: a row for each action, and more where the rights depend on the page. A word is `ok`, an error
// code, or the value of the response field in `done`. States that a row does not name have the same result as `free`.
// These are the results of MediaWiki 1.39 (see ask-groups.ts).
import type { SentFile, Step } from '../conformance/writes/scenarios.ts'

/** No account, a new account, an autoconfirmed one, and one in each group with its own rights. */
export const GROUPS = [
  '*',
  'user',
  'autoconfirmed',
  'bot',
  'sysop',
  'interface-admin',
  'bureaucrat',
  'suppress',
] as const
export type Group = (typeof GROUPS)[number]

/** Not restricted; blocked sitewide; blocked from articles and files; page semi-protected; page fully protected. */
export const STATES = ['free', 'blocked', 'partly', 'semi', 'protected'] as const
export type State = (typeof STATES)[number]

export type GroupRow = {
  /** Preparation by an administrator. `§` is replaced by a unique number for each attempt. */
  readonly before?: readonly Step[]
  readonly request: Step['p']
  readonly file?: SentFile
  /** The response field that shows the result, for actions that report a failure without an error. */
  readonly done?: string
  /** Runs in its own session, because it changes who the caller is. */
  readonly session?: true
  /** The protected page, and the types of protection; default: edit and move. */
  readonly page?: string
  readonly protects?: readonly string[]
  readonly free: Words
} & { readonly [state in Exclude<State, 'free'>]?: Words }

/** One word for all groups, or different ones by group. Several errors are joined by a plus. */
export type Words = string | ({ readonly others: string } & { readonly [group in Group]?: string })

const page = (title: string, more: Partial<Step> = {}): Step => ({
  p: { action: 'edit', title, text: 'Words', summary: 'made' },
  ...more,
})
const changed = (title: string, more: Partial<Step> = {}): Step => ({
  p: { action: 'edit', title, text: 'Other words', summary: 'changed' },
  ...more,
})
const PICTURE: SentFile = { png: [3, 2, 200, 30, 30], name: 'a.png' }
const picture = (filename: string, colour = 30): Step => ({
  p: { action: 'upload', filename, comment: 'made', ignorewarnings: 1 },
  file: { png: [3, 2, 200, 30, colour], name: 'a.png' },
})
/** A page with an old revision. */
const oldPage = (title: string): Step => ({
  p: { action: 'import', interwikiprefix: 'old', summary: 'made' },
  file: {
    param: 'xml',
    name: 'a.xml',
    text:
      `<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.10/" version="0.10" xml:lang="en"><page><title>${title}</title>` +
      '<ns>0</ns><id>1</id><revision><id>1</id><timestamp>2001-01-01T00:00:00Z</timestamp><contributor><username>Writer</username>' +
      '<id>1</id></contributor><model>wikitext</model><format>text/x-wiki</format><text>Past</text></revision></page></mediawiki>',
  },
})

/** For actions that need no special right: results for blocked users and on protected pages. */
const BLOCKED = { blocked: 'blocked', partly: 'blocked' } as const
const PROTECTED = {
  semi: { others: 'protectedpage', autoconfirmed: 'ok', bot: 'ok', sysop: 'ok' },
  protected: { others: 'protectedpage', sysop: 'ok' },
} as const
/** For actions of administrators. */
const SYSOP = { others: 'permissiondenied', sysop: 'ok' } as const

/** For file actions, which need an account. Visitors get other errors. */
const ofAFile = (free: string, blocked: string, guarded: string) => ({
  free: { others: 'Success', '*': free },
  blocked: { others: 'blocked', '*': blocked },
  partly: { others: 'blocked', '*': blocked },
  semi: { others: 'protectedpage', '*': guarded, autoconfirmed: 'Success', bot: 'Success', sysop: 'Success' },
  protected: { others: 'protectedpage', '*': guarded, sysop: 'Success' },
})
const CHANGED_FILE = ofAFile('permissiondenied', 'blocked+permissiondenied', 'protectedpage+permissiondenied')
const SENT_FILE = ofAFile('mustbeloggedin', 'mustbeloggedin', 'mustbeloggedin')

export const GROUP_ROWS: Readonly<Record<string, GroupRow>> = {
  block: {
    request: { user: '2001:db8::§', expiry: '1 day' },
    free: SYSOP,
    blocked: { others: 'permissiondenied', sysop: 'ipbblocked' },
  },
  'block: and hide': {
    request: { user: 'Another', hidename: 1, expiry: 'infinite', reblock: 1 },
    free: 'permissiondenied',
  },
  changeauthenticationdata: {
    request: { changeauthrequest: 'nonsense' },
    free: { others: 'badrequest', '*': 'notloggedin' },
  },
  changecontentmodel: {
    before: [page('Kind §')],
    request: { title: 'Kind §', model: 'text', summary: 'tried' },
    page: 'Kind §',
    free: { others: 'ok', '*': 'permissiondenied' },
    blocked: { others: 'blocked', '*': 'permissiondenied' },
    partly: { others: 'blocked', '*': 'permissiondenied' },
    semi: { others: 'protectedpage', '*': 'permissiondenied', autoconfirmed: 'ok', bot: 'ok', sysop: 'ok' },
    protected: { others: 'protectedpage', '*': 'permissiondenied', sysop: 'ok' },
  },
  checktoken: { request: { type: 'csrf', token: 'x' }, free: 'ok' },
  clearhasmsg: { request: {}, free: 'ok' },
  clientlogin: {
    request: { loginreturnurl: 'http://127.0.0.1/', username: 'Nobody', password: 'x' },
    done: 'clientlogin.status',
    session: true,
    free: 'FAIL',
  },
  compare: { request: { fromtitle: 'Main Page', totitle: 'Main Page' }, free: 'ok' },
  createaccount: {
    request: {
      createreturnurl: 'http://127.0.0.1/',
      username: 'Newcomer §',
      password: 'a password of a newcomer',
      retype: 'a password of a newcomer',
    },
    done: 'createaccount.status',
    session: true,
    free: 'PASS',
    blocked: 'FAIL',
    partly: 'FAIL',
  },
  cspreport: { request: {}, free: '400' },
  delete: {
    before: [page('Doomed §')],
    request: { title: 'Doomed §' },
    page: 'Doomed §',
    free: SYSOP,
    blocked: { others: 'permissiondenied+blocked', sysop: 'blocked' },
    partly: { others: 'permissiondenied+blocked', sysop: 'blocked' },
    semi: {
      others: 'permissiondenied+cantedit',
      autoconfirmed: 'permissiondenied',
      bot: 'permissiondenied',
      sysop: 'ok',
    },
    protected: { others: 'permissiondenied+cantedit', sysop: 'ok' },
  },
  discussiontoolsedit: {
    before: [page('Talk:Page §')],
    request: { paction: 'addtopic', page: 'Talk:Page §', sectiontitle: 'T', wikitext: 'x' },
    page: 'Talk:Page §',
    free: 'ok',
    blocked: 'blocked',
    ...PROTECTED,
  },
  discussiontoolsgetsubscriptions: {
    request: { commentname: 'h-A-20200101000000' },
    free: { others: 'ok', '*': 'notloggedin' },
  },
  discussiontoolspageinfo: { request: { page: 'Main Page' }, free: 'ok' },
  discussiontoolssubscribe: {
    request: { page: 'Main Page', commentname: 'h-A-20200101000000', subscribe: 1 },
    free: { others: 'discussiontools-commentname-notfound', '*': 'notloggedin' },
  },
  echomarkread: { request: { all: 1 }, free: { others: 'ok', '*': 'login-required' } },
  echomarkseen: { request: {}, free: { others: 'ok', '*': 'login-required' } },
  edit: {
    before: [page('Page §')],
    request: { title: 'Page §', appendtext: ' more' },
    page: 'Page §',
    free: 'ok',
    ...BLOCKED,
    ...PROTECTED,
  },
  'edit: a new page': {
    request: { title: 'New §', text: 'Words' },
    page: 'New §',
    protects: ['create'],
    free: 'ok',
    ...BLOCKED,
    ...PROTECTED,
  },
  'edit: a talk page': {
    request: { title: 'Talk:New §', text: 'Words' },
    page: 'Talk:New §',
    protects: ['create'],
    free: 'ok',
    blocked: 'blocked',
    ...PROTECTED,
  },
  'edit: a text of the interface': {
    request: { title: 'MediaWiki:New §', text: 'Words' },
    free: { others: 'protectednamespace-interface', sysop: 'ok', 'interface-admin': 'ok' },
    blocked: { others: 'protectednamespace-interface+blocked', sysop: 'blocked', 'interface-admin': 'blocked' },
  },
  'edit: a stylesheet of the interface': {
    request: { title: 'MediaWiki:New §.css', text: '/* Words */' },
    free: {
      others: 'protectednamespace-interface+sitecssprotected',
      sysop: 'sitecssprotected',
      'interface-admin': 'ok',
    },
    blocked: {
      others: 'protectednamespace-interface+sitecssprotected+blocked',
      sysop: 'sitecssprotected+blocked',
      'interface-admin': 'blocked',
    },
  },
  "edit: somebody's script": {
    request: { title: 'User:Somebody/new §.js', text: '// Words' },
    free: { others: 'customjsprotected', 'interface-admin': 'ok' },
    blocked: { others: 'customjsprotected+blocked', 'interface-admin': 'blocked' },
  },
  "edit: somebody's data": {
    request: { title: 'User:Somebody/new §.json', text: '{}' },
    free: { others: 'customjsonprotected', sysop: 'ok', 'interface-admin': 'ok' },
    blocked: { others: 'customjsonprotected+blocked', sysop: 'blocked', 'interface-admin': 'blocked' },
  },
  emailuser: { request: { target: 'Admin', subject: 'Hello', text: 'Words' }, free: 'cantsend' },
  expandtemplates: { request: { text: 'Words', prop: 'wikitext' }, free: 'ok' },
  feedcontributions: { request: { user: 'Admin' }, free: 'ok' },
  feedrecentchanges: { request: {}, free: 'ok' },
  feedwatchlist: { request: {}, free: 'ok' },
  // MediaWiki sometimes fails if all of this happens within one second.
  filerevert: {
    before: [
      picture('Turned §.png'),
      picture('Turned §.png', 60),
      {
        p: { action: 'query', prop: 'imageinfo', titles: 'File:Turned §.png', iiprop: 'archivename', iilimit: 2 },
        set: { archive: 'query.pages.0.imageinfo.1.archivename' },
      },
    ],
    request: { filename: 'Turned §.png', archivename: '«archive»' },
    page: 'File:Turned §.png',
    protects: ['edit', 'upload'],
    done: 'filerevert.result',
    ...CHANGED_FILE,
  },
  help: { request: { modules: 'main' }, free: 'ok' },
  imagerotate: {
    before: [picture('Tipped §.png')],
    request: { titles: 'File:Tipped §.png', rotation: 90 },
    page: 'File:Tipped §.png',
    protects: ['edit', 'upload'],
    done: 'imagerotate.0.result',
    ...CHANGED_FILE,
  },
  import: { ...importing(), free: { others: 'cantimport-upload', sysop: 'ok' } },
  linkaccount: {
    request: { linkreturnurl: 'http://127.0.0.1/' },
    done: 'linkaccount.status',
    free: { others: 'FAIL', '*': 'notloggedin' },
  },
  login: { request: { lgname: 'Nobody', lgpassword: 'x' }, done: 'login.result', session: true, free: 'Failed' },
  logout: { request: {}, session: true, free: 'ok' },
  managetags: {
    request: { operation: 'create', tag: 'tried §' },
    free: SYSOP,
    blocked: { others: 'permissiondenied', sysop: 'tags-manage-blocked' },
  },
  mergehistory: {
    before: [oldPage('Older §'), page('Newer §')],
    request: { from: 'Older §', to: 'Newer §' },
    page: 'Newer §',
    free: { others: 'mergehistory-fail-permission', sysop: 'ok' },
    blocked: { others: 'blocked+mergehistory-fail-permission', sysop: 'blocked' },
    partly: { others: 'blocked+mergehistory-fail-permission', sysop: 'blocked' },
    semi: {
      others: 'protectedpage+mergehistory-fail-permission',
      autoconfirmed: 'mergehistory-fail-permission',
      bot: 'mergehistory-fail-permission',
      sysop: 'ok',
    },
    protected: { others: 'protectedpage+mergehistory-fail-permission', sysop: 'ok' },
  },
  move: {
    before: [page('Restless §')],
    request: { from: 'Restless §', to: 'Settled §' },
    page: 'Restless §',
    free: { others: 'ok', '*': 'cantmove-anon+cantmove' },
    blocked: { others: 'blocked', '*': 'cantmove-anon+blocked+cantmove' },
    partly: { others: 'blocked', '*': 'cantmove-anon+blocked+cantmove' },
    semi: {
      others: 'protectedpage',
      '*': 'cantmove-anon+protectedpage+cantmove',
      autoconfirmed: 'ok',
      bot: 'ok',
      sysop: 'ok',
    },
    protected: { others: 'protectedpage', '*': 'cantmove-anon+protectedpage+cantmove', sysop: 'ok' },
  },
  'move: to a title': {
    before: [page('Roaming §')],
    request: { from: 'Roaming §', to: 'Home §' },
    page: 'Home §',
    protects: ['create'],
    free: { others: 'ok', '*': 'cantmove-anon+cantmove' },
    blocked: { others: 'blocked', '*': 'cantmove-anon+blocked+cantmove' },
    partly: { others: 'blocked', '*': 'cantmove-anon+blocked+cantmove' },
    semi: {
      others: 'protectedpage+protectedtitle',
      '*': 'cantmove-anon+cantmove+protectedpage+protectedtitle',
      autoconfirmed: 'ok',
      bot: 'ok',
      sysop: 'ok',
    },
    protected: {
      others: 'protectedpage+protectedtitle',
      '*': 'cantmove-anon+cantmove+protectedpage+protectedtitle',
      sysop: 'ok',
    },
  },
  'move: without a redirect': {
    before: [page('Silent §')],
    request: { from: 'Silent §', to: 'Unheard §', noredirect: 1 },
    done: 'move.redirectcreated',
    free: { others: 'true', '*': 'cantmove-anon+cantmove', bot: 'false', sysop: 'false' },
    blocked: { others: 'blocked', '*': 'cantmove-anon+blocked+cantmove' },
    partly: { others: 'blocked', '*': 'cantmove-anon+blocked+cantmove' },
  },
  'move: a file': {
    before: [picture('Framed §.png')],
    request: { from: 'File:Framed §.png', to: 'File:Hung §.png' },
    page: 'File:Framed §.png',
    free: { others: 'ok', '*': 'cantmovefile+cantmove-anon+cantmove' },
    blocked: { others: 'blocked', '*': 'cantmovefile+cantmove-anon+blocked+cantmove' },
    partly: { others: 'blocked', '*': 'cantmovefile+cantmove-anon+blocked+cantmove' },
    semi: {
      others: 'protectedpage',
      '*': 'cantmovefile+cantmove-anon+protectedpage+cantmove',
      autoconfirmed: 'ok',
      bot: 'ok',
      sysop: 'ok',
    },
    protected: { others: 'protectedpage', '*': 'cantmovefile+cantmove-anon+protectedpage+cantmove', sysop: 'ok' },
  },
  'move: a user page': {
    before: [page('User:Newcomer of §')],
    request: { from: 'User:Newcomer of §', to: 'User:Somebody of §' },
    free: { others: 'ok', '*': 'cant-move-user-page+cantmove-anon+cantmove' },
    blocked: { others: 'blocked', '*': 'cant-move-user-page+cantmove-anon+blocked+cantmove' },
  },
  opensearch: { request: { search: 'M' }, free: 'ok' },
  options: { request: { change: 'userjs-tried=1' }, free: { others: 'ok', '*': 'notloggedin' } },
  paraminfo: { request: { modules: 'query' }, free: 'ok' },
  parse: { request: { page: 'Main Page' }, free: 'ok' },
  patrol: {
    before: [page('Fresh §', { as: 'Somebody', set: { fresh: 'edit.newrevid' } })],
    request: { revid: '«fresh»' },
    page: 'Fresh §',
    free: SYSOP,
    blocked: { others: 'permissiondenied+blocked', sysop: 'blocked' },
    partly: { others: 'permissiondenied+blocked', sysop: 'blocked' },
  },
  protect: {
    before: [page('Dear §')],
    request: { title: 'Dear §', protections: 'edit=sysop|move=sysop' },
    page: 'Dear §',
    free: SYSOP,
    blocked: { others: 'permissiondenied+cantedit+blocked', sysop: 'cantedit+blocked' },
    partly: { others: 'permissiondenied+cantedit+blocked', sysop: 'cantedit+blocked' },
    semi: {
      others: 'permissiondenied+cantedit',
      autoconfirmed: 'permissiondenied',
      bot: 'permissiondenied',
      sysop: 'ok',
    },
    protected: { others: 'permissiondenied+cantedit', sysop: 'ok' },
  },
  purge: {
    before: [page('Stale §')],
    request: { titles: 'Stale §' },
    page: 'Stale §',
    done: 'purge.0.purged',
    free: 'true',
    blocked: 'blocked',
  },
  query: { request: { titles: 'Main Page', prop: 'info' }, free: 'ok' },
  removeauthenticationdata: { request: { request: 'nonsense' }, free: { others: 'badrequest', '*': 'notloggedin' } },
  resetpassword: {
    request: { user: 'Nobody at all' },
    free: 'ok',
    blocked: 'blocked-mailpassword',
    partly: 'blocked-mailpassword',
  },
  revisiondelete: {
    before: [page('Told §', { set: { told: 'edit.newrevid' } }), changed('Told §')],
    request: { type: 'revision', ids: '«told»', hide: 'comment' },
    page: 'Told §',
    free: { others: 'permissiondenied', suppress: 'ok' },
    blocked: { others: 'permissiondenied', suppress: 'blocked' },
    partly: { others: 'permissiondenied', suppress: 'blocked' },
  },
  'revisiondelete: from administrators too': {
    before: [page('Untold §', { set: { untold: 'edit.newrevid' } }), changed('Untold §')],
    request: { type: 'revision', ids: '«untold»', hide: 'comment', suppress: 'yes' },
    page: 'Untold §',
    free: { others: 'permissiondenied', suppress: 'ok' },
    blocked: { others: 'permissiondenied', suppress: 'blocked' },
    partly: { others: 'permissiondenied', suppress: 'blocked' },
  },
  rollback: {
    before: [page('Contested §', { as: 'Somebody' }), changed('Contested §')],
    request: { title: 'Contested §', user: 'Admin' },
    page: 'Contested §',
    free: SYSOP,
    blocked: { others: 'blocked+permissiondenied', sysop: 'blocked' },
    partly: { others: 'blocked+permissiondenied', sysop: 'blocked' },
    semi: {
      others: 'protectedpage+permissiondenied',
      autoconfirmed: 'permissiondenied',
      bot: 'permissiondenied',
      sysop: 'ok',
    },
    protected: { others: 'protectedpage+permissiondenied', sysop: 'ok' },
  },
  rsd: { request: {}, free: 'ok' },
  'scribunto-console': { request: { question: '=1' }, free: 'ok' },
  setnotificationtimestamp: { request: { entirewatchlist: 1 }, free: { others: 'ok', '*': 'notloggedin' } },
  setpagelanguage: { request: { title: 'Main Page', lang: 'de' }, free: 'pagelang-disabled' },
  spamblacklist: { request: { url: 'http://example.org' }, free: 'ok' },
  templatedata: { request: { titles: 'Main Page' }, free: 'ok' },
  thank: { request: { rev: 999999 }, free: { others: 'invalidrevision', '*': 'notloggedin' } },
  stashedit: {
    before: [page('Draft §', { set: { draft: 'edit.newrevid' } })],
    request: {
      title: 'Draft §',
      text: 'x',
      contentmodel: 'wikitext',
      contentformat: 'text/x-wiki',
      baserevid: '«draft»',
    },
    page: 'Draft §',
    free: { others: 'ok', bot: 'botsnotsupported' },
  },
  tag: {
    before: [page('Marked §', { set: { marked: 'edit.newrevid' } })],
    request: { revid: '«marked»', add: 'applied' },
    page: 'Marked §',
    free: { others: 'ok', '*': 'permissiondenied' },
    blocked: { others: 'blocked', '*': 'permissiondenied' },
  },
  titleblacklist: { request: { tbtitle: 'Main Page', tbaction: 'edit' }, free: 'ok' },
  unblock: {
    before: [{ p: { action: 'block', user: '2001:db8::§' } }],
    request: { user: '2001:db8::§' },
    free: SYSOP,
    blocked: { others: 'permissiondenied', sysop: 'ipbblocked' },
  },
  undelete: {
    before: [page('Buried §'), { p: { action: 'delete', title: 'Buried §' } }],
    request: { title: 'Buried §' },
    page: 'Buried §',
    protects: ['create'],
    free: SYSOP,
    blocked: 'blocked',
    partly: {
      others: 'permissiondenied+undelete-cantedit+undelete-cantcreate+blocked',
      sysop: 'undelete-cantedit+undelete-cantcreate+blocked',
    },
    semi: {
      others: 'permissiondenied+undelete-cantedit+undelete-cantcreate',
      autoconfirmed: 'permissiondenied',
      bot: 'permissiondenied',
      sysop: 'ok',
    },
    protected: { others: 'permissiondenied+undelete-cantedit+undelete-cantcreate', sysop: 'ok' },
  },
  unlinkaccount: { request: { request: 'nonsense' }, free: { others: 'badrequest', '*': 'notloggedin' } },
  upload: {
    request: { filename: 'Sent §.png', ignorewarnings: 1 },
    file: PICTURE,
    done: 'upload.result',
    page: 'File:Sent §.png',
    protects: ['create'],
    ...SENT_FILE,
  },
  'upload: over a file': {
    before: [picture('Sent over §.png', 60)],
    request: { filename: 'Sent over §.png', ignorewarnings: 1 },
    file: PICTURE,
    done: 'upload.result',
    page: 'File:Sent over §.png',
    protects: ['edit', 'upload'],
    ...SENT_FILE,
  },
  userrights: {
    before: [{ p: { action: 'userrights', user: 'Somebody', remove: 'bot' } }],
    request: { user: 'Somebody', add: 'bot' },
    done: 'userrights.added.0',
    free: { others: 'nothing', bureaucrat: 'bot' },
    blocked: { others: 'blocked', bureaucrat: 'bot' },
  },
  validatepassword: {
    request: { password: 'a password of somebody' },
    done: 'validatepassword.validity',
    free: 'Good',
  },
  watch: { request: { titles: 'Main Page' }, free: { others: 'ok', '*': 'notloggedin' } },
}

function importing(): Pick<GroupRow, 'request' | 'file'> {
  const { p, file } = oldPage('Brought §')
  const { action: _, ...request } = p
  return { request, file: file! }
}
