import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createApiKey } from '#accounts/api-keys.ts'
import { findClient } from '#accounts/oauth-clients.ts'
import { onEachEngine } from '#store/testing.ts'
import type { TestSite, Visitor } from '../testing.ts'
import {
  type App,
  askFor,
  CALLBACK,
  connect,
  decide,
  edit,
  newApp,
  oauthSite,
  pkce,
  post,
  SITE,
  signedRequest,
  tokenRequest,
  wikiQuery,
  withToken,
} from './testing-oauth.ts'

const OWN = '/account/applications/own/'

onEachEngine('OAuth applications', open => {
  let site: TestSite
  let ann: Visitor
  let boss: Visitor
  let app: App

  before(async () => {
    ;({ site, ann, app } = await oauthSite(await open()))
    boss = site.visitor()
    await boss.logIn('Boss')
    const all = await newApp(site, 'Dev', { isOwnerOnly: true, scopes: ['createeditmovepage'] })
    assert.equal(await edit(site, all.token!, 'Main Page'), 'Success')
  })

  const userOf = async (token: string): Promise<string> =>
    (await withToken(site, token, wikiQuery({ meta: 'userinfo' }))).json.query?.userinfo.name ?? 'rejected'

  test('a user allows an application, which then acts with exactly these permissions', async () => {
    const page = await ann.get(askFor(app, { scope: 'editpage' }))
    assert.equal(page.status, 200)
    assert.match(page.text, /Allow Example App to access your account\?/)
    assert.match(page.text, /<b><bdi>Example App<\/bdi><\/b> by <bdi>Dev<\/bdi> wants to act as <b><bdi>Ann/)
    assert.match(page.text, /<li>Edit existing pages<\/li>/)
    assert.match(page.text, /Next, you go to <bdi dir="ltr">https:\/\/app\.example\.org<\/bdi>/)
    const policy = String(page.headers['content-security-policy'])
    assert.match(policy, /form-action 'self' https:\/\/app\.example\.org;/)
    assert.match(policy, /frame-ancestors 'none'/)
    const back = await decide(ann, askFor(app, { scope: 'editpage' }))
    assert.deepEqual([back.get('state'), back.get('iss')], ['xyz', SITE])
    const answer = await tokenRequest(site, app, {
      grant_type: 'authorization_code',
      code: back.get('code')!,
      redirect_uri: CALLBACK,
    })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['cache-control'], 'no-store')
    const { token_type, expires_in, scope, access_token } = answer.json
    assert.deepEqual([token_type, expires_in, scope], ['Bearer', 3600, 'basic editpage'])
    assert.equal(await userOf(access_token), 'Ann')
    assert.equal(await edit(site, access_token, 'Main Page'), 'Success')
    // Creating pages is another grant.
    assert.equal(await edit(site, access_token, 'New page'), 'cantcreate')
    // And the translation platform another scope.
    const other = await withToken(site, access_token, '/api/projects/')
    assert.deepEqual([other.status, other.json.errors[0].code], [403, 'permission_denied'])
  })

  test('shows who the user is, and the email address only with permission', async () => {
    const { access } = await connect(site, app, ann)
    const profile = await withToken(site, access, '/w/rest.php/oauth2/resource/profile')
    const { username, confirmed_email, blocked, groups, grants, email } = profile.json
    assert.deepEqual([username, confirmed_email, blocked, email], ['Ann', true, false, undefined])
    assert.ok(groups.includes('user'))
    assert.deepEqual(grants, ['basic', 'editpage', 'createeditmovepage', 'translation-read'])
    const scopes = await withToken(site, access, '/rest.php/oauth2/resource/scopes')
    assert.deepEqual(scopes.json, { scopes: ['basic', 'editpage', 'createeditmovepage', 'translation-read'] })
    const seer = await newApp(site, 'Dev', { name: 'Seer', scopes: ['mwoauth-authonlyprivate'] })
    const { access: known } = await connect(site, seer, ann)
    assert.equal((await withToken(site, known, '/w/rest.php/oauth2/resource/profile')).json.email, 'ann@example.org')
    assert.equal(await userOf(known), 'rejected')
  })

  test('cancelling sends the user back without a code', async () => {
    const back = await decide(ann, askFor(app), 'deny')
    assert.deepEqual([back.get('error'), back.get('code'), back.get('state')], ['access_denied', null, 'xyz'])
  })

  test('asks visitors to log in first', async () => {
    const { status, location } = await site.visitor().get(askFor(app))
    assert.equal(status, 303)
    assert.equal(location, `/accounts/login/?next=${encodeURIComponent(askFor(app))}`)
  })

  test('an application on a device uses PKCE instead of a secret', async () => {
    const phone = await newApp(site, 'Dev', {
      isConfidential: false,
      redirectUris: ['org.example.app:/done', CALLBACK],
    })
    assert.equal(phone.secret, undefined)
    const { access } = await connect(site, phone, ann)
    assert.equal(await userOf(access), 'Ann')
    const { challenge } = pkce()
    const page = await ann.get(
      askFor(phone, {
        redirect_uri: 'org.example.app:/done',
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }),
    )
    assert.match(String(page.headers['content-security-policy']), /form-action 'self' org\.example\.app:;/)
  })

  test('tokens expire and are renewed with a new refresh token', async () => {
    const { access, refresh } = await connect(site, app, ann)
    site.clock.advance(3600)
    assert.equal(await userOf(access), 'rejected')
    const { json } = await tokenRequest(site, app, { grant_type: 'refresh_token', refresh_token: refresh })
    assert.equal(await userOf(json.access_token), 'Ann')
    assert.notEqual(json.refresh_token, refresh)
    await ann.logIn('Ann')
    const less = await tokenRequest(site, app, {
      grant_type: 'refresh_token',
      refresh_token: json.refresh_token,
      scope: 'basic',
    })
    assert.equal(less.json.scope, 'basic')
    site.clock.advance(31 * 86_400)
    const late = await tokenRequest(site, app, { grant_type: 'refresh_token', refresh_token: less.json.refresh_token })
    assert.equal(late.json.error, 'invalid_grant')
    await ann.logIn('Ann')
    await boss.logIn('Boss')
  })

  test('users see their applications with the last use, and revoke access', async () => {
    const tool = await newApp(site, 'Dev', { name: 'Page Counter' })
    const { access } = await connect(site, tool, ann)
    await userOf(access)
    const page = await ann.get('/account/applications/')
    assert.match(page.text, /<bdi>Page Counter<\/bdi>.*?last used on/s)
    const grant =
      /name="grant" value="(\d+)">\s*<button[^>]*>\s*Revoke access\s*<span class="aside"> Page Counter/.exec(
        page.text,
      )![1]!
    const done = await ann.send('/account/applications/', { do: 'revoke', grant })
    assert.equal(done.location, '/account/applications/?done=access-revoked')
    assert.equal(await userOf(access), 'rejected')
    assert.match((await ann.get(done.location!)).text, /Access revoked/)
  })

  test('an application revokes its own tokens', async () => {
    const { access, refresh } = await connect(site, app, ann)
    const { status } = await post(site, '/w/rest.php/oauth2/revoke', app, { token: refresh })
    assert.equal(status, 200)
    assert.equal(await userOf(access), 'rejected')
    assert.equal((await post(site, '/w/rest.php/oauth2/revoke', app, { token: 'unknown' })).status, 200)
  })

  test('registration: the owner tries it, an administrator approves it, everyone can use it', async () => {
    const dev = site.visitor()
    await dev.logIn('Dev')
    const made = await dev.send(OWN, {
      do: 'register',
      name: 'Fresh App',
      version: '2.0',
      description: 'Counts pages.',
      type: 'confidential',
      redirects: CALLBACK,
      scopes: ['editpage'],
    })
    const [, id, secret] = /Client ID: <code>(\w+)<\/code>.*?Client secret: <code>([\w-]+)<\/code>/s.exec(made.text)!
    const fresh = {
      client: (await findClient(site.services.store.read, id!))!,
      secret,
      token: undefined,
      tokenSecret: undefined,
    }
    assert.deepEqual([fresh.client.stage, fresh.client.scopes], ['proposed', ['basic', 'editpage']])
    assert.equal(await userOf((await connect(site, fresh, dev)).access), 'Dev')
    const early = await ann.get(askFor(fresh))
    assert.equal(early.status, 400)
    assert.match(early.text, /haven’t approved this application/)
    assert.doesNotMatch((await ann.get('/applications/')).text, /Fresh App/)
    assert.equal((await ann.get('/admin/applications/')).status, 403)
    assert.match((await boss.get('/admin/applications/')).text, /Fresh App/)
    await boss.send('/admin/applications/', { form: 'approved', client: id!, reason: 'Fine' })
    assert.match((await ann.get('/applications/')).text, /Fresh App/)
    const { access } = await connect(site, fresh, ann)
    assert.equal(await userOf(access), 'Ann')
    await boss.send('/admin/applications/?state=approved', { form: 'disabled', client: id!, reason: 'Spam' })
    assert.equal(await userOf(access), 'rejected')
    assert.match((await dev.get(OWN)).text, /Disabled · Reason: Spam/)
    const gone = await dev.send(OWN, { do: 'delete', client: id! })
    assert.match((await dev.get(gone.location!)).text, /Application deleted/)
  })

  test('the registration form explains what is wrong', async () => {
    const answer = await ann.send(OWN, { do: 'register', name: '', type: 'public', redirects: 'http://example.org/' })
    assert.equal(answer.status, 400)
    for (const id of ['name', 'description', 'redirects', 'scopes'])
      assert.match(answer.text, new RegExp(`id="${id}-problem"`))
  })

  test('an owner-only application has a token that is shown once and does not expire', async () => {
    const { text } = await ann.send(OWN, {
      do: 'register',
      name: 'My bot',
      description: 'Edits.',
      type: 'owner2',
      scopes: ['editpage'],
    })
    const [, id, secret, token] =
      /Client ID: <code>(\w+)<.*?secret: <code>([\w-]+)<.*?Access token: <code>(pla_\w+)</s.exec(text)!
    site.clock.advance(400 * 86_400)
    assert.equal(await userOf(token!), 'Ann')
    await ann.logIn('Ann')
    await boss.logIn('Boss')
    assert.doesNotMatch((await ann.get(OWN)).text, new RegExp(token!))
    const basic = Buffer.from(`${id}:${secret}`).toString('base64')
    const answer = await site.app.inject({
      method: 'POST',
      url: '/w/rest.php/oauth2/access_token',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'grant_type=client_credentials',
    })
    assert.equal(await userOf(answer.json().access_token), 'Ann')
    assert.equal(answer.json().refresh_token, undefined)
    await ann.send(OWN, { do: 'reset', client: id! })
    assert.equal(await userOf(token!), 'rejected')
  })

  test('signed requests of OAuth 1.0a read, edit and use both APIs', async () => {
    const bot = await newApp(site, 'Ann', {
      oauthVersion: 1,
      isOwnerOnly: true,
      scopes: ['basic', 'editpage', 'translation-read'],
    })
    for (const hash of ['HMAC-SHA1', 'HMAC-SHA256'] as const) {
      const url = wikiQuery({ meta: 'userinfo', titles: "It's (a) *title*! ~ü+%26" })
      assert.equal((await signedRequest(site, bot, { url, hash })).json.query.userinfo.name, 'Ann')
    }
    const tokens = await signedRequest(site, bot, { url: wikiQuery({ meta: 'tokens' }) })
    const form = {
      action: 'edit',
      format: 'json',
      title: 'Main Page',
      text: 'Signed & sealed = 100% + ümlaut',
      token: tokens.json.query.tokens.csrftoken,
    }
    assert.equal((await signedRequest(site, bot, { url: '/w/api.php', form })).json.edit.result, 'Success')
    assert.equal((await signedRequest(site, bot, { url: '/api/projects/' })).status, 200)
    assert.equal((await signedRequest(site, bot, { url: '/w/rest.php/v1/page/Main%20Page' })).status, 200)
  })

  test('accounts that are blocked or inactive lose access', async () => {
    await site.person('Eve')
    const eve = site.visitor()
    await eve.logIn('Eve')
    const { access } = await connect(site, app, eve)
    assert.equal(await edit(site, access, 'Eve page'), 'Success')
    const account = (await site.services.accounts.byName(site.services.store.read, 'Eve'))!
    const { store } = site.services
    const values = { address: 'Eve', account_id: account.id, by_actor_id: 1, summary_id: 1, timestamp: 1 }
    await store.transaction(tx => tx.insertInto('block').values(values).execute())
    assert.equal(await userOf(access), 'rejected')
    assert.equal((await withToken(site, access, '/w/rest.php/oauth2/resource/profile')).json.blocked, true)
    await store.transaction(tx => tx.deleteFrom('block').execute())
    assert.equal(await userOf(access), 'Eve')
    await store.transaction(tx => site.services.accounts.update(tx, account.id, { isActive: false }))
    assert.equal(await userOf(access), 'rejected')
    assert.equal((await withToken(site, access, '/api/projects/')).status, 401)
  })

  test('programs register and list applications through rest.php', async () => {
    const { store, clock, accounts } = site.services
    const dev = (await accounts.byName(store.read, 'Dev'))!
    const key = (await store.transaction(tx => createApiKey(tx, dev.id, 'rest', clock)))!
    const body = {
      name: 'Over REST',
      description: 'Test',
      is_confidential: true,
      callback_url: CALLBACK,
      grant_types: ['authorization_code'],
      scopes: ['basic', 'editpage'],
    }
    const made = await withToken(site, key, '/w/rest.php/oauth2/client', { json: body })
    assert.equal(made.status, 200)
    assert.match(made.json.secret, /^[\w-]{43}$/)
    const { json } = await withToken(site, key, '/w/rest.php/oauth2/client')
    const listed = json.clients.find((each: { name: string }) => each.name === 'Over REST')
    assert.deepEqual([listed.client_key, listed.stage, listed.scopes], [made.json.client_key, 0, ['basic', 'editpage']])
    const reset = await withToken(site, key, `/w/rest.php/oauth2/client/${listed.client_key}/reset_secret`, {
      json: {},
    })
    assert.notEqual(reset.json.secret, made.json.secret)
    const wrong = await withToken(site, key, '/w/rest.php/oauth2/client', { json: { ...body, scopes: ['nothing'] } })
    assert.deepEqual([wrong.status, wrong.json.httpCode], [400, 400])
    assert.match(wrong.json.message, /parameter scopes/)
  })

  test('describes itself to clients', async () => {
    const { json } = await withToken(site, 'x', '/.well-known/oauth-authorization-server')
    assert.equal(json.issuer, SITE)
    assert.equal(json.token_endpoint, `${SITE}/w/rest.php/oauth2/access_token`)
    assert.deepEqual(json.code_challenge_methods_supported, ['S256'])
    assert.ok(json.scopes_supported.includes('translation-edit'))
    const resource = await withToken(site, 'x', '/.well-known/oauth-protected-resource/mcp')
    assert.deepEqual([resource.json.resource, resource.json.authorization_servers], [`${SITE}/mcp`, [SITE]])
  })

  test("MediaWiki's addresses of the pages lead here", async () => {
    for (const [name, to] of [
      ['OAuthConsumerRegistration/propose', OWN],
      ['OAuthManageConsumers', '/admin/applications/'],
      ['OAuthManageMyGrants', '/account/applications/'],
      ['OAuthListConsumers', '/applications/'],
    ])
      assert.equal((await ann.get(`/wiki/Special:${name}`)).location, to)
  })

  test('an API key can be limited to scopes, and the list shows them', async () => {
    const made = await ann.send('/account/keys/', {
      do: 'key',
      key_name: 'narrow',
      key_scope: ['editpage', 'translation-read'],
    })
    const key = /<code>(wlu_\w+)<\/code>/.exec(made.text)![1]!
    assert.match(made.text, /<bdi>narrow<\/bdi>.*?Edit existing pages · See projects and strings/s)
    assert.equal(await edit(site, key, 'Main Page'), 'Success')
    assert.equal(await edit(site, key, 'Another page'), 'cantcreate')
    assert.equal((await withToken(site, key, '/api/projects/')).status, 200)
    const denied = await withToken(site, key, '/api/projects/', {
      json: { name: 'P', slug: 'p', web: 'https://x.org' },
    })
    assert.deepEqual([denied.status, denied.json.errors[0].code], [403, 'insufficient_scope'])
    assert.match(String(denied.headers['www-authenticate']), /scope="translation-manage"/)
    const unknown = await ann.send('/account/keys/', { do: 'key', key_name: 'odd', key_scope: 'everything' })
    assert.equal(unknown.status, 400)
  })

  test('secrets and tokens are not in the database', async () => {
    const { access, refresh, code } = await connect(site, app, ann)
    const bot = await newApp(site, 'Ann', { oauthVersion: 1, isOwnerOnly: true, scopes: ['basic'] })
    const { read } = site.services.store
    const rows = JSON.stringify([
      await read.selectFrom('oauth_client').selectAll().execute(),
      await read.selectFrom('oauth_grant').selectAll().execute(),
      await read.selectFrom('oauth_token').selectAll().execute(),
    ])
    for (const secret of [access, refresh, code, app.secret, bot.secret, bot.token, bot.tokenSecret])
      assert.ok(!rows.includes(secret!))
  })
})
