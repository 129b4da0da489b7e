// Access to pages outside the two APIs: for each route some URLs, and the status for each caller.
//
// The numbers are for, in this order: visitor, plain (an account), boss (a superuser and administrator), on a public
// wiki and on a private one; one list of numbers if there is no difference. `ALL` is a route for every method.

export interface PageCase {
  readonly at: string
  readonly open: string
  readonly private?: string
  readonly headers?: Readonly<Record<string, string>>
}

export const PAGE_CALLERS = ['visitor', 'plain', 'boss'] as const

const EVERYBODY = '200 200 200'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
/** Private projects look missing to everyone outside their team. */
const TEAM_ONLY = '404 404 200'
/** Only for project managers. Others are rejected; visitors are redirected to the login page. */
const MANAGERS = '303 403 200'
const AHEAD = '301 301 301'
const READERS = { open: EVERYBODY, private: '403 200 200' }

/** Account pages need a session. The callers here use API keys and are redirected to the login page. */
const ownPages = (at: string): Record<string, readonly PageCase[]> => ({
  [`GET ${at.slice(0, -1)}`]: [{ at: at.slice(0, -1), open: AHEAD }],
  [`GET ${at}`]: [{ at, open: '303 303 303' }],
  [`POST ${at}`]: [{ at, headers: FORM, open: '303 303 303' }],
})

/** OAuth, at the two addresses of `rest.php`. Details are in src/pages/oauth. */
const oauthPages = (root: string): Record<string, readonly PageCase[]> => ({
  [`GET ${root}/oauth2/authorize`]: [{ at: `${root}/oauth2/authorize?client_id=x`, open: '303 303 303' }],
  [`POST ${root}/oauth2/authorize`]: [{ at: `${root}/oauth2/authorize`, headers: FORM, open: '303 303 303' }],
  [`POST ${root}/oauth2/access_token`]: [{ at: `${root}/oauth2/access_token`, headers: FORM, open: '400 400 400' }],
  [`POST ${root}/oauth2/revoke`]: [{ at: `${root}/oauth2/revoke`, headers: FORM, open: '401 401 401' }],
  // API keys are not applications.
  [`GET ${root}/oauth2/resource/profile`]: [{ at: `${root}/oauth2/resource/profile`, open: '401 401 401' }],
  [`GET ${root}/oauth2/resource/scopes`]: [{ at: `${root}/oauth2/resource/scopes`, open: '401 401 401' }],
  [`GET ${root}/oauth2/client`]: [{ at: `${root}/oauth2/client`, open: '401 200 200' }],
  [`POST ${root}/oauth2/client`]: [{ at: `${root}/oauth2/client`, headers: FORM, open: '401 400 400' }],
  [`POST ${root}/oauth2/client/:key/reset_secret`]: [
    { at: `${root}/oauth2/client/x/reset_secret`, headers: FORM, open: '401 404 404' },
  ],
})

export const PAGE_ROWS: Readonly<Record<string, readonly PageCase[]>> = {
  'GET /': [{ at: '/', open: EVERYBODY }],
  // Only until there is an account. The page of a new site is tested in src/pages/setup/setup.test.ts.
  'GET /setup': [{ at: '/setup', open: AHEAD }],
  'GET /setup/': [{ at: '/setup/?token=x', open: '404 404 404' }],
  'POST /setup/': [{ at: '/setup/', headers: FORM, open: '404 404 404' }],
  // This site has no logo.
  'GET /site-logo': [{ at: '/site-logo', open: '404 404 404' }],
  'GET /site-logo.png': [{ at: '/site-logo.png', open: '404 404 404' }],
  'GET /w/openapi.json': [{ at: '/w/openapi.json', open: EVERYBODY }],
  'GET /w/rest-openapi.json': [{ at: '/w/rest-openapi.json', open: EVERYBODY }],
  'ALL /w/rest.php': [{ at: '/w/rest.php', open: '404 404 404' }],
  'ALL /w/rest.php/*': [
    { at: '/w/rest.php/v1/page/Main%20Page', ...READERS },
    { at: '/w/rest.php/v1/page/Main%20Page/history', ...READERS },
  ],
  'ALL /rest.php': [{ at: '/rest.php', open: '404 404 404' }],
  'ALL /rest.php/*': [
    { at: '/rest.php/v1/page/Main%20Page', ...READERS },
    { at: '/rest.php/v1/page/Main%20Page/history', ...READERS },
  ],
  // Streams, limited to one second. Events of private projects are tested in src/server/live.test.ts.
  'GET /events/': [
    { at: '/events/?seconds=1', open: EVERYBODY },
    { at: '/events/?seconds=1&project=open', open: EVERYBODY },
    { at: '/events/?seconds=1&project=qqinner', open: TEAM_ONLY },
  ],
  ...ownPages('/inbox/'),
  ...oauthPages('/w/rest.php'),
  ...oauthPages('/rest.php'),
  'GET /.well-known/oauth-authorization-server': [{ at: '/.well-known/oauth-authorization-server', open: EVERYBODY }],
  'GET /.well-known/oauth-protected-resource': [{ at: '/.well-known/oauth-protected-resource', open: EVERYBODY }],
  'GET /.well-known/oauth-protected-resource/mcp': [
    { at: '/.well-known/oauth-protected-resource/mcp', open: EVERYBODY },
  ],
  'GET /applications': [{ at: '/applications', open: AHEAD }],
  'GET /applications/': [{ at: '/applications/', open: EVERYBODY }],
  ...ownPages('/account/applications/'),
  ...ownPages('/account/applications/own/'),
  // Tools have the rights of the caller (src/server/mcp.test.ts); an empty body is rejected.
  'GET /mcp': [{ at: '/mcp', open: '405 405 405' }],
  'DELETE /mcp': [{ at: '/mcp', open: '405 405 405' }],
  'POST /mcp': [{ at: '/mcp', headers: { 'content-type': 'application/json' }, open: '400 400 400' }],
  'GET /events/stream': [
    { at: '/events/stream?seconds=1', ...READERS },
    { at: '/events/stream?seconds=1&streams=string-change', open: EVERYBODY },
    { at: '/events/stream?streams=nothing', open: '400 400 400' },
  ],
  'GET /v2/stream/:streams': [{ at: '/v2/stream/recentchange?seconds=1', ...READERS }],
  'GET /user/:name': [{ at: '/user/Boss', open: AHEAD }],
  'GET /user/:name/': [
    { at: '/user/Boss/', open: EVERYBODY },
    { at: '/user/Nobody/', open: '404 404 404' },
  ],
  'GET /search': [{ at: '/search?q=main', open: AHEAD }],
  'GET /search/': [{ at: '/search/?q=main', open: EVERYBODY }],
  // The documentation is public, even on a private wiki.
  'GET /docs': [{ at: '/docs', open: AHEAD }],
  'GET /docs/': [{ at: '/docs/?q=token', open: EVERYBODY }],
  'GET /docs/*': [
    { at: '/docs/operations/', open: EVERYBODY },
    { at: '/docs/api/action/query+allpages/', open: EVERYBODY },
    { at: '/docs/api/rest/projects.md', open: EVERYBODY },
    { at: '/docs/nothing/', open: '404 404 404' },
  ],
  'GET /llms.txt': [{ at: '/llms.txt', open: EVERYBODY }],
  'GET /sample/remove/': [{ at: '/sample/remove/', open: '403 403 404' }],
  'POST /sample/remove/': [{ at: '/sample/remove/', headers: FORM, open: '403 403 403' }],
  'GET /exports/rss/': [{ at: '/exports/rss/', open: EVERYBODY }],
  'GET /exports/atom/': [{ at: '/exports/atom/', open: EVERYBODY }],
  'GET /exports/rss/*': [
    { at: '/exports/rss/open/', open: EVERYBODY },
    { at: '/exports/rss/qqinner/', open: TEAM_ONLY },
    { at: `/exports/rss/person/1-${'x'.repeat(32)}/`, open: '404 404 404' },
  ],
  'GET /exports/atom/*': [
    { at: '/exports/atom/open/', open: EVERYBODY },
    { at: '/exports/atom/qqinner/', open: TEAM_ONLY },
  ],
  // The form is public; the APIs check the requests it sends.
  'GET /sandbox': [{ at: '/sandbox', open: EVERYBODY }],
  'GET /sandbox/': [{ at: '/sandbox/', open: AHEAD }],
  'POST /sandbox/check/rest': [
    { at: '/sandbox/check/rest', headers: { 'content-type': 'application/json' }, open: '400 400 400' },
  ],
  'GET /sandbox/check/wiki': [{ at: '/sandbox/check/wiki?action=query&list=allpages', open: EVERYBODY }],
  'POST /sandbox/check/wiki': [{ at: '/sandbox/check/wiki?action=query', headers: FORM, open: EVERYBODY }],
  'GET /favicon.svg': [{ at: '/favicon.svg', open: EVERYBODY }],
  'GET /favicon.ico': [{ at: '/favicon.ico', open: EVERYBODY }],
  'GET /styleguide': [{ at: '/styleguide', open: EVERYBODY }],
  // Static files contain no user data.
  'GET /static/:name': [{ at: '/static/missing-00000000.js', open: '404 404 404' }],
  'POST /accounts/announcements/': [{ at: '/accounts/announcements/', headers: FORM, open: '400 400 400' }],
  'POST /accounts/appearance/': [{ at: '/accounts/appearance/', headers: FORM, open: '303 303 303' }],
  'GET /healthz': [{ at: '/healthz', open: EVERYBODY }],
  'GET /readyz': [{ at: '/readyz', open: EVERYBODY }],
  'GET /metrics': [
    { at: '/metrics', open: EVERYBODY },
    { at: '/metrics', headers: { 'x-forwarded-for': '192.0.2.1' }, open: '403 403 403' },
  ],
  'GET /images/*': [{ at: '/images/a/ab/Missing.png', open: '404 404 404', private: '403 404 404' }],
  'GET /wiki/*': [
    { at: '/wiki/', ...READERS },
    { at: '/wiki/Main_Page', ...READERS },
    { at: '/wiki/Missing', open: '404 404 404', private: '403 404 404' },
    { at: '/wiki/Special:UploadStash', ...READERS },
    // Endpoints of applications, which sign their requests. Users decide with their session.
    { at: '/wiki/Special:OAuth/initiate', open: '401 401 401' },
    { at: '/wiki/Special:OAuth/token', open: '401 401 401' },
    { at: '/wiki/Special:OAuth/authorize?oauth_token=x', open: '303 303 303' },
    { at: '/wiki/Special:OAuth/verified', open: '400 400 400' },
    { at: '/wiki/Special:UploadStash/file/1a.2b.3.png', open: '403 404 404' },
  ],
  // The API actions check what a form may do. A form without our token does nothing.
  'POST /wiki/*': [
    { at: '/wiki/Special:MovePage/Main_Page', headers: FORM, open: '403 400 400' },
    { at: '/wiki/Main_Page', headers: FORM, open: '403 200 200' },
    { at: '/wiki/Special:OAuth/initiate', headers: FORM, open: '401 401 401' },
    { at: '/wiki/Special:OAuth/identify', headers: FORM, open: '401 401 401' },
    { at: '/wiki/Special:OAuth/authorize', headers: FORM, open: '303 303 303' },
  ],
  'GET /load.php': [{ at: '/load.php?modules=site.styles&only=styles', ...READERS }],
  'GET /w/load.php': [{ at: '/w/load.php?modules=startup', open: '404 404 404', private: '403 404 404' }],
  'GET /opensearch_desc.php': [{ at: '/opensearch_desc.php', open: EVERYBODY }],
  'GET /w/opensearch_desc.php': [{ at: '/w/opensearch_desc.php', open: EVERYBODY }],
  'GET /robots.txt': [{ at: '/robots.txt', open: EVERYBODY, private: EVERYBODY }],
  'GET /sitemap.xml': [{ at: '/sitemap.xml', open: EVERYBODY, private: '404 200 200' }],
  'GET /sitemap/:part.xml': [
    { at: '/sitemap/1.xml', open: EVERYBODY, private: '404 200 200' },
    { at: '/sitemap/x.xml', open: '404 404 404' },
  ],
  'POST /index.php': [
    { at: '/index.php?title=Main_Page&action=watch', headers: FORM, open: '403 303 303' },
    { at: '/index.php?title=Main_Page&action=history', headers: FORM, open: '403 200 200' },
    { at: '/index.php?title=Main_Page&action=submit', headers: FORM, open: '403 200 200' },
  ],
  'POST /w/index.php': [{ at: '/w/index.php?title=Main_Page&action=unwatch', headers: FORM, open: '403 303 303' }],
  // Without the final slash, they redirect to the URL with it.
  'GET /wiki': [{ at: '/wiki', open: AHEAD }],
  'GET /languages': [{ at: '/languages', open: AHEAD }],
  'GET /languages/:code': [{ at: '/languages/cs', open: AHEAD }],
  'GET /projects': [{ at: '/projects', open: AHEAD }],
  'GET /projects/:slug': [{ at: '/projects/qqinner', open: AHEAD }],
  'GET /w/index.php': [{ at: '/w/index.php?curid=1', open: '302 302 302', private: '403 302 302' }],
  'GET /index.php': [
    { at: '/index.php', open: '302 302 302', private: '403 302 302' },
    { at: '/index.php?curid=1', open: '302 302 302', private: '403 302 302' },
    { at: '/index.php?title=Main_Page', ...READERS },
    { at: '/index.php?title=Main_Page&action=raw', ...READERS },
    // The second revision is suppressed.
    { at: '/index.php?title=Hidden&oldid=3', ...READERS },
    { at: '/index.php?title=Hidden&oldid=2', open: '403 403 403' },
    { at: '/index.php?title=Hidden&oldid=2&action=raw', ...READERS },
    { at: '/index.php?title=Missing&action=raw', open: '404 404 404', private: '403 404 404' },
    { at: '/index.php?title=Special:OAuth/initiate', open: '401 401 401' },
  ],
  // A push notification can only trigger an update.
  'ALL /hooks/:service/': [
    { at: '/hooks/github/', open: '405 405 405' },
    { at: '/hooks/nobody/', open: '404 404 404' },
  ],
  'ALL /hooks/update/:project/': [{ at: '/hooks/update/nobody/', open: '404 404 404' }],
  'ALL /hooks/update/:project/:component/': [{ at: '/hooks/update/nobody/nothing/', open: '404 404 404' }],
  'GET /accounts/login/': [{ at: '/accounts/login/', open: EVERYBODY }],
  'POST /accounts/login/': [{ at: '/accounts/login/', headers: FORM, open: '403 403 403' }],
  'GET /accounts/openid/:provider/': [{ at: '/accounts/openid/none/', open: '404 404 404' }],
  'GET /accounts/openid/:provider/callback/': [{ at: '/accounts/openid/none/callback/', open: '404 404 404' }],
  'GET /accounts/login/code/': [{ at: '/accounts/login/code/', open: '303 303 303' }],
  'POST /accounts/login/code/': [{ at: '/accounts/login/code/', headers: FORM, open: '303 303 303' }],
  'POST /accounts/login/passkey/': [{ at: '/accounts/login/passkey/', headers: FORM, open: '403 403 403' }],
  'POST /accounts/passkey/': [{ at: '/accounts/passkey/', headers: FORM, open: '403 403 403' }],
  'POST /accounts/logout/': [{ at: '/accounts/logout/', headers: FORM, open: '303 303 303' }],
  // Registration is by invitation here.
  'GET /accounts/register/': [{ at: '/accounts/register/', open: '403 303 303' }],
  'POST /accounts/register/': [{ at: '/accounts/register/', headers: FORM, open: '403 303 303' }],
  'GET /accounts/reset-password/': [
    { at: '/accounts/reset-password/', open: EVERYBODY },
    { at: '/accounts/reset-password/?key=forged', open: '404 404 404' },
  ],
  'POST /accounts/reset-password/': [{ at: '/accounts/reset-password/', headers: FORM, open: '403 403 403' }],
  'GET /accounts/confirm/': [{ at: '/accounts/confirm/?key=forged', open: '404 404 404' }],
  'POST /accounts/confirm/': [{ at: '/accounts/confirm/', headers: FORM, open: '404 404 404' }],
  'GET /accounts/invitation/': [{ at: '/accounts/invitation/?key=forged', open: '404 404 404' }],
  'POST /accounts/invitation/': [{ at: '/accounts/invitation/', headers: FORM, open: '404 404 404' }],
  ...ownPages('/accounts/invitations/'),
  ...ownPages('/account/'),
  ...ownPages('/account/languages/'),
  ...ownPages('/account/memory/'),
  ...ownPages('/account/appearance/'),
  ...ownPages('/account/security/'),
  ...ownPages('/account/security/two-factor/'),
  ...ownPages('/account/security/passkeys/'),
  ...ownPages('/account/security/sign-ins/'),
  ...ownPages('/account/verify/'),
  ...ownPages('/account/keys/'),
  ...ownPages('/account/notifications/'),
  ...ownPages('/account/remove/'),
  'GET /accounts/unsubscribe/': [{ at: '/accounts/unsubscribe/?i=forged', open: '404 404 404' }],
  'POST /accounts/unsubscribe/': [{ at: '/accounts/unsubscribe/?i=forged', headers: FORM, open: '404 404 404' }],
  // Callers without the permission are rejected; visitors are asked to log in.
  'GET /create/project/': [{ at: '/create/project/', open: '303 403 200' }],
  'POST /create/project/': [{ at: '/create/project/', headers: FORM, open: '303 403 400' }],
  'GET /create/component/': [{ at: '/create/component/', open: '303 403 200' }],
  'POST /create/component/': [{ at: '/create/component/', headers: FORM, open: '303 403 400' }],
  'GET /manage/ssh/': [{ at: '/manage/ssh/', open: '303 403 200' }],
  'POST /manage/ssh/': [{ at: '/manage/ssh/', headers: FORM, open: '303 403 303' }],
  'GET /manage/:section/*': [
    ...[
      'settings',
      'people',
      'announcements',
      'labels',
      'searches',
      'categories',
      'addons',
      'machinery',
      'workflows',
      'webhooks',
      'memory',
      'backups',
      'lock',
    ].map(section => ({ at: `/manage/${section}/open/`, open: MANAGERS })),
    ...['alerts', 'tasks', 'history', 'danger'].map(section => ({ at: `/manage/${section}/open/`, open: MANAGERS })),
    { at: '/manage/files/open/', open: EVERYBODY },
    { at: '/manage/languages/open/', open: '303 200 200' },
    { at: '/manage/glossary-coverage/open/', open: '303 200 200' },
    { at: '/manage/settings/open/main/', open: MANAGERS },
    { at: '/manage/screenshots/open/main/', open: MANAGERS },
    { at: '/manage/set-aside/open/main/', open: MANAGERS },
    { at: '/manage/files/open/main/', open: EVERYBODY },
    { at: '/manage/glossary/open/main/', open: '404 404 404' },
    { at: '/manage/repository/open/main/', open: '404 404 404' },
    { at: '/manage/settings/qqinner/', open: TEAM_ONLY },
    { at: '/manage/files/qqinner/main/', open: TEAM_ONLY },
    { at: '/manage/nothing/open/', open: '404 404 404' },
  ],
  'POST /manage/:section/*': [
    { at: '/manage/settings/open/', headers: FORM, open: '303 403 400' },
    { at: '/manage/people/open/', headers: FORM, open: '303 403 404' },
    { at: '/manage/webhooks/open/', headers: FORM, open: '303 403 404' },
    { at: '/manage/files/open/', headers: FORM, open: '303 303 303' },
    { at: '/manage/settings/qqinner/', headers: FORM, open: '404 404 400' },
  ],
  // The site administration. Its changes go through the APIs, which have their own tables.
  'GET /admin': [{ at: '/admin', open: AHEAD }],
  'GET /admin/:section': [{ at: '/admin/people', open: AHEAD }],
  'GET /admin/': [{ at: '/admin/', open: MANAGERS }],
  'GET /admin/:section/': [
    ...[
      'people',
      'teams',
      'roles',
      'applications',
      'jobs',
      'mail',
      'imports',
      'caches',
      'settings',
      'audit',
      'changes',
    ].map(section => ({
      at: `/admin/${section}/`,
      open: MANAGERS,
    })),
    ...[
      'announcements',
      'appearance',
      'database',
      'backups',
      'commands',
      'machinery',
      'memory',
      'webhooks',
      'workflows',
    ].map(section => ({
      at: `/admin/${section}/`,
      open: MANAGERS,
    })),
    { at: '/admin/people/?name=Boss', open: MANAGERS },
    { at: '/admin/nothing/', open: '404 404 404' },
  ],
  'GET /admin/audit/export': [
    { at: '/admin/audit/export', open: MANAGERS },
    { at: '/admin/audit/export?format=csv&since=2026-01-01', open: MANAGERS },
  ],
  'POST /admin/': [{ at: '/admin/', headers: FORM, open: '303 403 404' }],
  'POST /admin/:section/': [
    ...[
      'jobs',
      'mail',
      'caches',
      'teams',
      'roles',
      'people',
      'settings',
      'changes',
      'machinery',
      'memory',
      'workflows',
    ].map(section => ({
      at: `/admin/${section}/`,
      headers: FORM,
      open: '303 403 404',
    })),
    ...['announcements', 'appearance', 'database', 'backups', 'commands', 'webhooks'].map(section => ({
      at: `/admin/${section}/`,
      headers: FORM,
      open: '303 403 404',
    })),
  ],
  // Query parameters respect the same restrictions as the pages.
  ...Object.fromEntries(
    ['strings', 'activity', 'contributors', 'changes'].flatMap(name => [
      [`GET /${name}`, [{ at: `/${name}`, open: AHEAD }]],
      [
        `GET /${name}/`,
        [
          { at: `/${name}/?language=cs`, open: EVERYBODY },
          { at: `/${name}/?project=qqinner`, open: TEAM_ONLY },
          { at: `/${name}/?project=wiki&component=interface`, open: TEAM_ONLY },
        ],
      ],
    ]),
  ),
  'GET /strings/replace': [{ at: '/strings/replace', open: AHEAD }],
  'GET /strings/replace/': [
    { at: '/strings/replace/?language=cs&find=a&replacement=b', open: EVERYBODY },
    { at: '/strings/replace/?project=qqinner&find=a&replacement=b', open: TEAM_ONLY },
    { at: '/strings/replace/?project=wiki&component=interface', open: TEAM_ONLY },
  ],
  // Forms without our token do nothing. What each string allows is tested in src/translation/pages/bulk.test.ts.
  'POST /strings/': [{ at: '/strings/', headers: FORM, open: '403 403 403' }],
  'GET /agreement': [{ at: '/agreement', open: AHEAD }],
  'GET /agreement/': [
    { at: '/agreement/?project=open&component=main', open: EVERYBODY },
    { at: '/agreement/?project=qqinner&component=main', open: TEAM_ONLY },
  ],
  'POST /agreement/': [{ at: '/agreement/', headers: FORM, open: '404 404 404' }],
  'POST /strings/replace/': [{ at: '/strings/replace/', headers: FORM, open: '403 403 403' }],
  'GET /activity/:file': [
    { at: '/activity/strings.csv?project=open', open: EVERYBODY },
    { at: '/activity/words.svg?project=qqinner', open: TEAM_ONLY },
  ],
  'GET /languages/': [{ at: '/languages/', open: EVERYBODY }],
  'GET /languages/:code/': [{ at: '/languages/cs/', open: EVERYBODY }],
  'GET /projects/': [{ at: '/projects/', open: EVERYBODY }],
  'GET /projects/:slug/': [
    { at: '/projects/open/', open: EVERYBODY },
    { at: '/projects/qqinner/', open: TEAM_ONLY },
  ],
  'GET /projects/:slug/*': [
    { at: '/projects/open/main/cs/', open: EVERYBODY },
    { at: '/projects/qqinner/main/cs/', open: TEAM_ONLY },
    // The messages of the wiki.
    { at: '/projects/wiki/interface/', open: TEAM_ONLY },
  ],
  'GET /translate/:slug/*': [
    { at: '/translate/open/main/cs/', open: EVERYBODY },
    { at: '/translate/qqinner/main/cs/', open: TEAM_ONLY },
  ],
  'GET /zen/:slug/*': [
    { at: '/zen/open/main/cs/', open: EVERYBODY },
    { at: '/zen/qqinner/main/cs/', open: TEAM_ONLY },
  ],
  'GET /engage/:slug': [{ at: '/engage/open', open: AHEAD }],
  'GET /engage/:slug/': [
    { at: '/engage/open/', open: EVERYBODY },
    { at: '/engage/qqinner/', open: TEAM_ONLY },
  ],
  'GET /widgets/:slug': [{ at: '/widgets/open', open: AHEAD }],
  'GET /widgets/:slug/': [
    { at: '/widgets/open/', open: EVERYBODY },
    { at: '/widgets/qqinner/', open: TEAM_ONLY },
  ],
  'GET /widgets/:slug/*': [
    { at: '/widgets/open/-/svg-badge.svg', open: EVERYBODY },
    { at: '/widgets/open/-/unknown-badge.svg', open: '404 404 404' },
    { at: '/widgets/qqinner/-/svg-badge.svg', open: TEAM_ONLY },
    { at: '/widgets/qqinner/cs/main/multi-auto.svg', open: TEAM_ONLY },
  ],
  'GET /widget/:slug/*': [
    { at: '/widget/open/main/cs/svg-badge.svg', open: EVERYBODY },
    { at: '/widget/qqinner/svg-badge.svg', open: TEAM_ONLY },
  ],
  // The editor form without scripts, here without its token.
  'POST /translate/:slug/*': [
    { at: '/translate/open/main/cs/', headers: FORM, open: '403 403 403' },
    { at: '/translate/qqinner/main/cs/', headers: FORM, open: '404 404 403' },
  ],
  'POST /zen/:slug/*': [
    { at: '/zen/open/main/cs/', headers: FORM, open: '403 403 403' },
    { at: '/zen/qqinner/main/cs/', headers: FORM, open: '404 404 403' },
  ],
  'GET /engage/:slug/*': [
    { at: '/engage/open/main/', open: EVERYBODY },
    { at: '/engage/qqinner/main/', open: TEAM_ONLY },
  ],
}
