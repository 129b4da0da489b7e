// Who may do what through the Action API: a row for each action, a word for each caller: `ok`, or the code of the error.
//
// A row has a request that would do its work if the caller may. Token and method follow from the declaration of the action.
// The words are for, in this order: stranger, plain (an account), blocked (an account that is blocked), bot (a bot password of
// boss's with nothing but `basic`), boss (an administrator), on a public wiki, a private and a read-only one.

export interface WikiRow {
  readonly request: Readonly<Record<string, string>>
  readonly open: string
  readonly private: string
  readonly readonly: string
}

export const WIKI_CALLERS = ['stranger', 'plain', 'blocked', 'bot', 'boss'] as const

export const WIKI_ROWS: Readonly<Record<string, WikiRow>> = {
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
    ...{ open: 'ok ok ok ok ok', private: 'ok ok ok ok ok', readonly: 'readonly readonly readonly readonly readonly' },
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
  help: { request: { modules: 'main' }, open: 'ok ok ok ok ok', private: 'ok ok ok ok ok', readonly: 'ok ok ok ok ok' },
  login: {
    request: { lgname: 'Nobody', lgpassword: 'x' },
    open: 'ok ok ok ok ok',
    private: 'ok ok ok ok ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
  logout: { request: {}, open: 'ok ok ok ok ok', private: 'ok ok ok ok ok', readonly: 'ok ok ok ok ok' },
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
  watch: {
    request: { titles: 'Main Page' },
    open: 'notloggedin ok ok permissiondenied ok',
    private: 'readapidenied ok ok permissiondenied ok',
    readonly: 'readonly readonly readonly readonly readonly',
  },
}
