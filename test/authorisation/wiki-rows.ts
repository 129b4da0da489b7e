// Permissions in the Action API: a row for each action, a word for each caller: `ok` or an error code.
//
// Each row has a request that succeeds with permission. Token and method come from the declaration of the action.
// The words are for, in this order: visitor, plain (an account), blocked (a blocked account), bot (a bot password of
// boss with only `basic`), boss (an administrator), on a public wiki, a private and a read-only one.

export interface WikiRow {
  readonly request: Readonly<Record<string, string>>
  /** Parameter for an image that is sent along. */
  readonly picture?: string
  readonly open: string
  readonly private: string
  readonly readonly: string
}

type Request = WikiRow['request']

/** An action that visitors of a private wiki may not use, and that a read-only wiki allows. */
const reads = (request: Request, open: string): WikiRow => ({
  request,
  open,
  private: open.replace(/^\S+/, 'readapidenied'),
  readonly: open,
})
/** One that a read-only wiki refuses. */
const writes = (request: Request, open: string, more: Pick<WikiRow, 'picture'> = {}): WikiRow => ({
  ...reads(request, open),
  readonly: open.replace(/\S+/g, 'readonly'),
  ...more,
})
/** One that visitors of a private wiki may use too. */
const toAll = (row: WikiRow): WikiRow => ({ ...row, private: row.open })

export const WIKI_CALLERS = ['visitor', 'plain', 'blocked', 'bot', 'boss'] as const

export const WIKI_ROWS: Readonly<Record<string, WikiRow>> = {
  block: writes({ user: '203.0.113.9' }, 'permissiondenied permissiondenied permissiondenied permissiondenied ok'),
  changeauthenticationdata: writes(
    { changeauthrequest: 'nonsense' },
    'notloggedin badrequest badrequest permissiondenied badrequest',
  ),
  changecontentmodel: writes(
    { title: 'Main Page', model: 'wikitext' },
    'permissiondenied nochanges blocked permissiondenied nochanges',
  ),
  checktoken: reads({ type: 'csrf', token: 'x' }, 'ok ok ok ok ok'),
  clearhasmsg: writes({}, 'ok ok ok ok ok'),
  clientlogin: toAll(
    writes({ loginreturnurl: 'http://127.0.0.1/', username: 'Nobody', password: 'x' }, 'ok ok ok ok ok'),
  ),
  compare: reads({ fromtitle: 'Main Page', torelative: 'cur' }, 'ok ok ok ok ok'),
  createaccount: toAll(
    writes(
      { createreturnurl: 'http://127.0.0.1/', username: 'Newcomer', password: 'x', retype: 'y' },
      'ok ok ok ok ok',
    ),
  ),
  cspreport: toAll(reads({}, '400 400 400 400 400')),
  delete: writes({ title: 'Doomed' }, 'permissiondenied permissiondenied permissiondenied permissiondenied ok'),
  discussiontoolsedit: writes(
    { paction: 'addtopic', page: 'Talk:Main Page', sectiontitle: 'T', wikitext: 'x' },
    'ok ok blocked permissiondenied ok',
  ),
  discussiontoolsgetsubscriptions: reads({ commentname: 'h-A-20200101000000' }, 'notloggedin ok ok ok ok'),
  discussiontoolspageinfo: reads({ page: 'Main Page' }, 'ok ok ok ok ok'),
  discussiontoolssubscribe: writes(
    { page: 'Talk:Main Page', commentname: 'h-A-20200101000000', subscribe: '1' },
    'notloggedin discussiontools-commentname-notfound discussiontools-commentname-notfound discussiontools-commentname-notfound discussiontools-commentname-notfound',
  ),
  echomarkread: writes({ all: '1' }, 'login-required ok ok ok ok'),
  echomarkseen: writes({}, 'login-required ok ok ok ok'),
  edit: writes({ title: 'Main Page', text: 'x' }, 'ok ok blocked permissiondenied ok'),
  emailuser: writes({ target: 'Nobody', subject: 'x', text: 'y' }, 'notarget notarget notarget notarget notarget'),
  expandtemplates: reads({ text: 'x', prop: 'wikitext' }, 'ok ok ok ok ok'),
  feedcontributions: reads({ user: 'Boss' }, 'ok ok ok ok ok'),
  feedrecentchanges: reads({}, 'ok ok ok ok ok'),
  feedwatchlist: reads({}, 'ok ok ok ok ok'),
  filerevert: writes(
    { filename: 'Shown.png', archivename: '20010101000000!Shown.png' },
    'permissiondenied ok blocked permissiondenied ok',
  ),
  help: toAll(reads({ modules: 'main' }, 'ok ok ok ok ok')),
  imagerotate: writes({ titles: 'File:Shown.png', rotation: '90' }, 'permissiondenied ok blocked permissiondenied ok'),
  // The file is checked last, so with permission, the error is that it is missing.
  import: writes(
    { interwikiprefix: 'w' },
    'cantimport-upload cantimport-upload cantimport-upload cantimport-upload nofile',
  ),
  linkaccount: toAll(writes({ linkreturnurl: 'http://127.0.0.1/' }, 'notloggedin ok ok ok ok')),
  login: toAll(writes({ lgname: 'Nobody', lgpassword: 'x' }, 'ok ok ok ok ok')),
  logout: toAll(reads({}, 'ok ok ok ok ok')),
  managetags: writes(
    { operation: 'deactivate', tag: 'nothing' },
    'permissiondenied permissiondenied permissiondenied permissiondenied tags-deactivate-not-allowed',
  ),
  mergehistory: writes(
    { from: 'Split', to: 'Whole' },
    'mergehistory-fail-permission mergehistory-fail-permission blocked permissiondenied ok',
  ),
  move: writes({ from: 'Restless', to: 'Restless elsewhere' }, 'cantmove-anon ok blocked cantmove ok'),
  opensearch: reads({ search: 'M' }, 'ok ok ok ok ok'),
  options: writes({ change: 'userjs-x=1' }, 'notloggedin ok ok permissiondenied ok'),
  paraminfo: toAll(reads({ modules: 'query' }, 'ok ok ok ok ok')),
  parse: reads({ page: 'Main Page' }, 'ok ok ok ok ok'),
  patrol: writes({ rcid: '1' }, 'permissiondenied permissiondenied permissiondenied permissiondenied ok'),
  protect: writes(
    { title: 'Main Page', protections: 'move=sysop' },
    'permissiondenied permissiondenied permissiondenied permissiondenied ok',
  ),
  purge: writes({ titles: 'Main Page' }, 'ok ok blocked ok ok'),
  query: reads({ titles: 'Main Page' }, 'ok ok ok ok ok'),
  removeauthenticationdata: writes({ request: 'nonsense' }, 'notloggedin badrequest badrequest badrequest badrequest'),
  resetpassword: writes({ user: 'Nobody' }, 'ok ok blocked-mailpassword ok ok'),
  // Not even administrators may do this: it needs the group "suppress".
  revisiondelete: writes(
    { type: 'revision', ids: '2', hide: 'comment' },
    'permissiondenied permissiondenied permissiondenied permissiondenied permissiondenied',
  ),
  rollback: writes(
    { title: 'Contested', user: 'Plain' },
    'permissiondenied permissiondenied blocked permissiondenied ok',
  ),
  rsd: toAll(reads({}, 'ok ok ok ok ok')),
  'scribunto-console': reads({ question: '=1' }, 'ok ok ok ok ok'),
  setnotificationtimestamp: writes({ titles: 'Main Page' }, 'notloggedin ok ok permissiondenied ok'),
  setpagelanguage: writes(
    { title: 'Main Page', lang: 'de' },
    'pagelang-disabled pagelang-disabled pagelang-disabled pagelang-disabled pagelang-disabled',
  ),
  templatedata: reads({ titles: 'Main Page' }, 'ok ok ok ok ok'),
  spamblacklist: reads({ url: 'http://example.org' }, 'ok ok ok ok ok'),
  stashedit: writes(
    {
      title: 'Main Page',
      text: 'x',
      contentmodel: 'wikitext',
      contentformat: 'text/x-wiki',
      baserevid: '0',
    },
    'ok ok ok ok ok',
  ),
  tag: writes({ revid: '1' }, 'permissiondenied ok blocked permissiondenied ok'),
  thank: writes({ rev: '1' }, 'notloggedin ok blocked invalidrecipient invalidrecipient'),
  titleblacklist: reads({ tbtitle: 'X' }, 'ok ok ok ok ok'),
  unblock: writes(
    { user: '203.0.113.9' },
    'permissiondenied permissiondenied permissiondenied permissiondenied cantunblock',
  ),
  undelete: writes({ title: 'Buried' }, 'permissiondenied permissiondenied blocked permissiondenied ok'),
  unlinkaccount: writes({ request: 'nonsense' }, 'notloggedin badrequest badrequest badrequest badrequest'),
  upload: writes({ filename: 'Sent.png' }, 'mustbeloggedin ok blocked permissiondenied ok', { picture: 'file' }),
  userrights: writes({ user: 'plain', add: 'bot' }, 'ok ok blocked ok ok'),
  validatepassword: reads({ password: 'x' }, 'ok ok ok ok ok'),
  watch: writes({ titles: 'Main Page' }, 'notloggedin ok ok permissiondenied ok'),
}
