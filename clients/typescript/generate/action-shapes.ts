import type { Members } from './shape-schema.ts'

/** Members that meta modules add to `query`. */
export const META_SHAPES = {
  siteinfo: {
    'general?': {
      sitename: 'string',
      mainpage: 'string',
      generator: 'string',
      server: 'string',
      lang: 'string',
      '*': 'any',
    },
    'namespaces?': {
      '*': {
        id: 'integer',
        case: 'string',
        name: 'string',
        subpages: 'boolean',
        'canonical?': 'string',
        content: 'boolean',
        nonincludable: 'boolean',
        'namespaceprotection?': 'string',
        'defaultcontentmodel?': 'string',
      },
    },
    'statistics?': {
      pages: 'integer',
      articles: 'integer',
      edits: 'integer',
      images: 'integer',
      users: 'integer',
      activeusers: 'integer',
      admins: 'integer',
      jobs: 'integer',
      '*': 'any',
    },
    '*': 'any',
  },
  tokens: {
    tokens: {
      'csrftoken?': 'string',
      'watchtoken?': 'string',
      'patroltoken?': 'string',
      'rollbacktoken?': 'string',
      'userrightstoken?': 'string',
      'logintoken?': 'string',
      'createaccounttoken?': 'string',
    },
  },
  userinfo: {
    userinfo: {
      id: 'integer',
      name: 'string',
      'anon?': 'boolean',
      'groups?': ['string'],
      'implicitgroups?': ['string'],
      'rights?': ['string'],
      'options?': 'any',
      'editcount?': 'integer',
      'email?': 'string',
      '*': 'any',
    },
  },
} as const satisfies Record<string, Members>

/** Responses of the most common actions. */
export const ACTION_SHAPES = {
  edit: {
    edit: {
      result: 'string',
      'pageid?': 'integer',
      'title?': 'string',
      'contentmodel?': 'string',
      'oldrevid?': 'integer',
      'newrevid?': 'integer',
      'newtimestamp?': 'string',
      'new?': 'boolean',
      'nochange?': 'boolean',
      'watched?': 'boolean',
      'watchlistexpiry?': 'string',
      '*': 'any',
    },
  },
  parse: {
    parse: {
      'title?': 'string',
      'pageid?': 'integer',
      'revid?': 'integer',
      'text?': 'string',
      'wikitext?': 'string',
      'displaytitle?': 'string',
      'langlinks?': [{ lang: 'string', url: 'string', langname: 'string', autonym: 'string', title: 'string' }],
      'categories?': [
        { sortkey: 'string', category: 'string', 'missing?': 'boolean', 'hidden?': 'boolean', 'known?': 'boolean' },
      ],
      'links?': [{ ns: 'integer', title: 'string', exists: 'boolean' }],
      'templates?': [{ ns: 'integer', title: 'string', exists: 'boolean' }],
      'images?': ['string'],
      'externallinks?': ['string'],
      'sections?': [
        {
          toclevel: 'integer',
          level: 'string',
          line: 'string',
          number: 'string',
          index: 'string',
          anchor: 'string',
          '*': 'any',
        },
      ],
      'parsewarnings?': ['string'],
      'iwlinks?': [{ prefix: 'string', url: 'string', title: 'string' }],
      'properties?': 'any',
      '*': 'any',
    },
  },
  expandtemplates: { expandtemplates: { 'wikitext?': 'string', 'parsetree?': 'string', '*': 'any' } },
  compare: { compare: { 'body?': 'string', '*': 'any' } },
  delete: { delete: { title: 'string', reason: 'string', 'logid?': 'integer', '*': 'any' } },
  move: { move: { from: 'string', to: 'string', reason: 'string', '*': 'any' } },
  protect: { protect: { title: 'string', reason: 'string', 'cascade?': 'boolean', protections: ['any'] } },
  purge: {
    purge: [{ 'ns?': 'integer', 'title?': 'string', 'purged?': 'boolean', 'linkupdate?': 'boolean', '*': 'any' }],
    '*': 'any',
  },
  watch: {
    watch: [{ 'ns?': 'integer', 'title?': 'string', 'watched?': 'boolean', 'unwatched?': 'boolean', '*': 'any' }],
    '*': 'any',
  },
  login: {
    login: {
      result: 'string',
      'reason?': 'string',
      'lguserid?': 'integer',
      'lgusername?': 'string',
      'token?': 'string',
    },
  },
  clientlogin: {
    clientlogin: {
      status: 'string',
      'username?': 'string',
      'message?': 'string',
      'messagecode?': 'string',
      '*': 'any',
    },
  },
  logout: {},
  upload: {
    upload: {
      result: 'string',
      'filename?': 'string',
      'filekey?': 'string',
      'warnings?': 'any',
      'imageinfo?': 'any',
      '*': 'any',
    },
  },
  rollback: {
    rollback: {
      title: 'string',
      pageid: 'integer',
      summary: 'string',
      revid: 'integer',
      old_revid: 'integer',
      last_revid: 'integer',
    },
  },
  undelete: { undelete: { title: 'string', revisions: 'integer', fileversions: 'integer', reason: 'string' } },
  block: { block: { user: 'string', userID: 'integer', id: 'any', expiry: 'string', reason: 'string', '*': 'any' } },
  unblock: { unblock: { id: 'integer', user: 'string', userid: 'integer', reason: 'string', '*': 'any' } },
} as const satisfies Record<string, Members>
