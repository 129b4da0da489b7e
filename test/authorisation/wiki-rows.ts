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

export const WIKI_CALLERS = ['visitor', 'plain', 'blocked', 'bot', 'boss'] as const

export const WIKI_ROWS: Readonly<Record<string, WikiRow>> = {
  block: {
    request: { user: '203.0.113.9' },
    open: 'permissiondenied permissiondenied permissiondenied permissiondenied ok',
    private: 'readapidenied permissiondenied permissiondenied permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  changeauthenticationdata: {
    request: { changeauthrequest: 'nonsense' },
    open: 'notloggedin badrequest badrequest permissiondenied badrequest',
    private: 'readapidenied badrequest badrequest permissiondenied badrequest',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  changecontentmodel: {
    request: { title: 'Main Page', model: 'wikitext' },
    open: 'permissiondenied nochanges blocked permissiondenied nochanges',
    private: 'readapidenied nochanges blocked permissiondenied nochanges',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  checktoken: {
    request: { type: 'csrf', token: 'x' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  clearhasmsg: {
    request: {},
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  clientlogin: {
    request: { loginreturnurl: 'http://127.0.0.1/', username: 'Nobody', password: 'x' },
    open: 'ok ok ok ok ok',
    private: 'ok ok ok ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  compare: {
    request: { fromtitle: 'Main Page', torelative: 'cur' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  createaccount: {
    request: { createreturnurl: 'http://127.0.0.1/', username: 'Newcomer', password: 'x', retype: 'y' },
    open: 'ok ok ok ok ok',
    private: 'ok ok ok ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  cspreport: {
    request: {},
    open: '400 400 400 400 400',
    private: '400 400 400 400 400',
    readonly: '400 400 400 400 400',
  },
  delete: {
    request: { title: 'Doomed' },
    open: 'permissiondenied permissiondenied permissiondenied permissiondenied ok',
    private: 'readapidenied permissiondenied permissiondenied permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  edit: {
    request: { title: 'Main Page', text: 'x' },
    open: 'ok ok blocked permissiondenied ok',
    private: 'readapidenied ok blocked permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  emailuser: {
    request: { target: 'Nobody', subject: 'x', text: 'y' },
    open: 'notarget notarget notarget notarget notarget',
    private: 'readapidenied notarget notarget notarget notarget',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  expandtemplates: {
    request: { text: 'x', prop: 'wikitext' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  feedcontributions: {
    request: { user: 'Boss' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  feedrecentchanges: {
    request: {},
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  feedwatchlist: {
    request: {},
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  filerevert: {
    request: { filename: 'Shown.png', archivename: '20010101000000!Shown.png' },
    open: 'permissiondenied ok blocked permissiondenied ok',
    private: 'readapidenied ok blocked permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  help: { request: { modules: 'main' }, open: 'ok ok ok ok ok', private: 'ok ok ok ok ok', readonly: 'ok ok ok ok ok' },
  imagerotate: {
    request: { titles: 'File:Shown.png', rotation: '90' },
    open: 'permissiondenied ok blocked permissiondenied ok',
    private: 'readapidenied ok blocked permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  // The file is checked last, so with permission, the error is that it is missing.
  import: {
    request: { interwikiprefix: 'w' },
    open: 'cantimport-upload cantimport-upload cantimport-upload cantimport-upload nofile',
    private: 'readapidenied cantimport-upload cantimport-upload cantimport-upload nofile',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  linkaccount: {
    request: { linkreturnurl: 'http://127.0.0.1/' },
    open: 'notloggedin ok ok ok ok',
    private: 'notloggedin ok ok ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  login: {
    request: { lgname: 'Nobody', lgpassword: 'x' },
    open: 'ok ok ok ok ok',
    private: 'ok ok ok ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  logout: { request: {}, open: 'ok ok ok ok ok', private: 'ok ok ok ok ok', readonly: 'ok ok ok ok ok' },
  managetags: {
    request: { operation: 'deactivate', tag: 'nothing' },
    open: 'permissiondenied permissiondenied permissiondenied permissiondenied tags-deactivate-not-allowed',
    private: 'readapidenied permissiondenied permissiondenied permissiondenied tags-deactivate-not-allowed',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  mergehistory: {
    request: { from: 'Split', to: 'Whole' },
    open: 'mergehistory-fail-permission mergehistory-fail-permission blocked permissiondenied ok',
    private: 'readapidenied mergehistory-fail-permission blocked permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  move: {
    request: { from: 'Restless', to: 'Restless elsewhere' },
    open: 'cantmove-anon ok blocked cantmove ok',
    private: 'readapidenied ok blocked cantmove ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  opensearch: {
    request: { search: 'M' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  options: {
    request: { change: 'userjs-x=1' },
    open: 'notloggedin ok ok permissiondenied ok',
    private: 'readapidenied ok ok permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  paraminfo: {
    request: { modules: 'query' },
    open: 'ok ok ok ok ok',
    private: 'ok ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  parse: {
    request: { page: 'Main Page' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  patrol: {
    request: { rcid: '1' },
    open: 'permissiondenied permissiondenied permissiondenied permissiondenied ok',
    private: 'readapidenied permissiondenied permissiondenied permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  protect: {
    request: { title: 'Main Page', protections: 'move=sysop' },
    open: 'permissiondenied permissiondenied permissiondenied permissiondenied ok',
    private: 'readapidenied permissiondenied permissiondenied permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  purge: {
    request: { titles: 'Main Page' },
    open: 'ok ok blocked ok ok',
    private: 'readapidenied ok blocked ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  query: {
    request: { titles: 'Main Page' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  removeauthenticationdata: {
    request: { request: 'nonsense' },
    open: 'notloggedin badrequest badrequest badrequest badrequest',
    private: 'readapidenied badrequest badrequest badrequest badrequest',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  resetpassword: {
    request: { user: 'Nobody' },
    open: 'ok ok blocked-mailpassword ok ok',
    private: 'readapidenied ok blocked-mailpassword ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  // Not even administrators may do this: it needs the group "suppress".
  revisiondelete: {
    request: { type: 'revision', ids: '2', hide: 'comment' },
    open: 'permissiondenied permissiondenied permissiondenied permissiondenied permissiondenied',
    private: 'readapidenied permissiondenied permissiondenied permissiondenied permissiondenied',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  rollback: {
    request: { title: 'Contested', user: 'Plain' },
    open: 'permissiondenied permissiondenied blocked permissiondenied ok',
    private: 'readapidenied permissiondenied blocked permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  rsd: {
    request: {},
    open: 'ok ok ok ok ok',
    private: 'ok ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  setnotificationtimestamp: {
    request: { titles: 'Main Page' },
    open: 'notloggedin ok ok permissiondenied ok',
    private: 'readapidenied ok ok permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  setpagelanguage: {
    request: { title: 'Main Page', lang: 'de' },
    open: 'pagelang-disabled pagelang-disabled pagelang-disabled pagelang-disabled pagelang-disabled',
    private: 'readapidenied pagelang-disabled pagelang-disabled pagelang-disabled pagelang-disabled',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  spamblacklist: {
    request: { url: 'http://example.org' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  stashedit: {
    request: {
      title: 'Main Page',
      text: 'x',
      contentmodel: 'wikitext',
      contentformat: 'text/x-wiki',
      baserevid: '0',
    },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  tag: {
    request: { revid: '1' },
    open: 'permissiondenied ok blocked permissiondenied ok',
    private: 'readapidenied ok blocked permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  titleblacklist: {
    request: { tbtitle: 'X' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  unblock: {
    request: { user: '203.0.113.9' },
    open: 'permissiondenied permissiondenied permissiondenied permissiondenied cantunblock',
    private: 'readapidenied permissiondenied permissiondenied permissiondenied cantunblock',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  undelete: {
    request: { title: 'Buried' },
    open: 'permissiondenied permissiondenied blocked permissiondenied ok',
    private: 'readapidenied permissiondenied blocked permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  unlinkaccount: {
    request: { request: 'nonsense' },
    open: 'notloggedin badrequest badrequest badrequest badrequest',
    private: 'readapidenied badrequest badrequest badrequest badrequest',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  upload: {
    request: { filename: 'Sent.png' },
    picture: 'file',
    open: 'mustbeloggedin ok blocked permissiondenied ok',
    private: 'readapidenied ok blocked permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  userrights: {
    request: { user: 'plain', add: 'bot' },
    open: 'ok ok blocked ok ok',
    private: 'readapidenied ok blocked ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  validatepassword: {
    request: { password: 'x' },
    open: 'ok ok ok ok ok',
    private: 'readapidenied ok ok ok ok',
    readonly: 'ok ok ok ok ok',
  },
  watch: {
    request: { titles: 'Main Page' },
    open: 'notloggedin ok ok permissiondenied ok',
    private: 'readapidenied ok ok permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
}
