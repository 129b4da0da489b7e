// Attacks on codes and tokens. Each test tries what an attacker would.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createApiKey } from '#accounts/api-keys.ts'
import { setClientStage } from '#accounts/oauth-clients.ts'
import { GRANTS } from '#accounts/scopes.ts'
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
  tokenRequest,
  wikiQuery,
  withToken,
} from './testing-oauth.ts'

const REVOKE = '/w/rest.php/oauth2/revoke'

onEachEngine('attacks on OAuth', open => {
  let site: TestSite
  let ann: Visitor
  let app: App
  let evil: App
  let phone: App

  before(async () => {
    ;({ site, ann, app } = await oauthSite(await open()))
    evil = await newApp(site, 'Mallory', { name: 'Evil', redirectUris: ['https://evil.example/'] })
    phone = await newApp(site, 'Dev', { name: 'Phone', isConfidential: false })
    await edit(site, (await newApp(site, 'Dev', { isOwnerOnly: true })).token!, 'Main Page')
  })

  const works = async (token: string): Promise<boolean> =>
    (await withToken(site, token, wikiQuery({ meta: 'userinfo' }))).json.query !== undefined
  const exchange = (by: App, code: string, more: Record<string, string | undefined> = {}) =>
    tokenRequest(site, by, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more })
  const renew = (by: App, token: string, more: Record<string, string> = {}) =>
    tokenRequest(site, by, { grant_type: 'refresh_token', refresh_token: token, ...more })
  const newCode = async (by = app, params = {}) => (await decide(ann, askFor(by, params))).get('code')!

  // Codes

  test('12: a code that is used twice revokes the tokens that it gave', async () => {
    const code = await newCode()
    const { json } = await exchange(app, code)
    assert.equal(await works(json.access_token), true)
    assert.equal((await exchange(app, code)).json.error, 'invalid_grant')
    assert.equal(await works(json.access_token), false)
    assert.equal((await renew(app, json.refresh_token)).json.error, 'invalid_grant')
  })

  test('13: two exchanges of a code at the same time give tokens to one at most', async () => {
    const code = await newCode()
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchange(app, code)))
    assert.ok(answers.filter(({ status }) => status === 200).length <= 1)
  })

  test('14: a code expires after five minutes', async () => {
    const code = await newCode()
    site.clock.advance(300)
    assert.equal((await exchange(app, code)).json.error, 'invalid_grant')
  })

  test('15: a code of one application is useless to another', async () => {
    const code = await newCode()
    assert.equal((await exchange(evil, code)).json.error, 'invalid_grant')
    assert.equal((await exchange(evil, code, { client_id: app.client.id })).json.error, 'invalid_client')
    // The right one can still use it.
    assert.equal((await exchange(app, code)).status, 200)
  })

  test('16: a code that was injected into another session fails PKCE', async () => {
    const theirs = pkce()
    const code = await newCode(phone, { code_challenge: theirs.challenge, code_challenge_method: 'S256' })
    assert.equal((await exchange(phone, code, { code_verifier: pkce().verifier })).json.error, 'invalid_grant')
    // Guessing again does not help.
    assert.equal((await exchange(phone, code, { code_verifier: theirs.verifier })).json.error, 'invalid_grant')
  })

  test('17: the verifier cannot be left out, and the challenge cannot be taken out (downgrade)', async () => {
    const { verifier, challenge } = pkce()
    const params = { code_challenge: challenge, code_challenge_method: 'S256' }
    assert.equal((await exchange(app, await newCode(app, params))).json.error, 'invalid_grant')
    const code = await newCode(app)
    assert.equal((await exchange(app, code, { code_verifier: verifier })).json.error, 'invalid_grant')
  })

  test('18: PKCE is required for applications without a secret, and only with S256', async () => {
    const { challenge, verifier } = pkce()
    for (const params of [
      {},
      { code_challenge: verifier, code_challenge_method: 'plain' },
      { code_challenge: challenge },
      { code_challenge: 'short', code_challenge_method: 'S256' },
      { code_challenge_method: 'S256' },
    ]) {
      const { location } = await ann.get(askFor(phone, params))
      const back = new URL(location!)
      assert.equal(back.origin, 'https://app.example.org')
      assert.equal(back.searchParams.get('error'), 'invalid_request')
      assert.equal(back.searchParams.get('iss'), SITE)
    }
  })

  test('19: the address of the exchange must be the one of the code', async () => {
    for (const redirect_uri of ['https://evil.example/', `${CALLBACK}/`, undefined])
      assert.equal((await exchange(app, await newCode(), { redirect_uri })).json.error, 'invalid_grant')
  })

  test('20: codes are no tokens, and refresh tokens are no access tokens', async () => {
    const { refresh } = await connect(site, app, ann)
    for (const token of [await newCode(), refresh]) {
      assert.equal(await works(token), false)
      assert.equal((await withToken(site, token, '/api/projects/')).status, 401)
    }
    const { access } = await connect(site, app, ann)
    assert.equal((await renew(app, access)).json.error, 'invalid_grant')
    assert.equal((await exchange(app, refresh)).json.error, 'invalid_grant')
  })

  // Tokens

  test('21: a refresh token that is used twice revokes all its successors', async () => {
    const { refresh } = await connect(site, app, ann)
    const { json: second } = await renew(app, refresh)
    const { json: third } = await renew(app, second.refresh_token)
    assert.equal(await works(third.access_token), true)
    assert.equal((await renew(app, refresh)).json.error, 'invalid_grant')
    assert.equal(await works(third.access_token), false)
    assert.equal((await renew(app, third.refresh_token)).json.error, 'invalid_grant')
  })

  test('22: a refresh token of one application is useless to another', async () => {
    const { refresh, access } = await connect(site, app, ann)
    assert.equal((await renew(evil, refresh)).json.error, 'invalid_grant')
    assert.equal((await renew(app, refresh)).status, 200)
    assert.equal((await post(site, REVOKE, evil, { token: access })).status, 200)
    assert.equal(await works(access), true)
  })

  test('23: renewing gives no further scopes', async () => {
    const { refresh } = await connect(site, app, ann, { scope: 'basic' })
    for (const scope of ['editpage', 'basic editpage', 'basic translation-admin', 'nonsense'])
      assert.equal((await renew(app, refresh, { scope })).json.error, 'invalid_scope')
    assert.equal((await renew(app, refresh)).json.scope, 'basic')
  })

  test('24: an application gets no scopes beyond its registration', async () => {
    for (const scope of ['editprotected', 'translation-admin', 'basic delete', 'nonsense', 'BASIC'])
      assert.equal(
        new URL((await ann.get(askFor(app, { scope }))).location!).searchParams.get('error'),
        'invalid_scope',
      )
  })

  test('25: a narrower consent narrows older tokens, too', async () => {
    const { access } = await connect(site, app, ann)
    assert.equal(await edit(site, access, 'Main Page'), 'Success')
    await connect(site, app, ann, { scope: 'basic' })
    assert.equal(await edit(site, access, 'Main Page'), 'permissiondenied')
  })

  test('26: a token of the wiki does not work on the platform, nor the other way (confused deputy)', async () => {
    const { access: wiki } = await connect(site, app, ann, { scope: 'basic editpage' })
    assert.equal((await withToken(site, wiki, '/api/projects/')).status, 403)
    const { access: platform } = await connect(site, app, ann, { scope: 'translation-read' })
    assert.equal((await withToken(site, platform, '/api/projects/')).status, 200)
    const { json } = await withToken(site, platform, wikiQuery({ meta: 'userinfo' }))
    assert.equal(json.error.code, 'mwoauth-invalid-authorization')
    assert.equal((await withToken(site, platform, '/w/rest.php/v1/page/Main%20Page')).status, 403)
    const call = async (name: string, args: object): Promise<boolean> => {
      const params = { name, arguments: args }
      const answer = await site.app.inject({
        method: 'POST',
        url: '/mcp',
        headers: {
          authorization: `Bearer ${platform}`,
          accept: 'application/json, text/event-stream',
          'content-type': 'application/json',
        },
        payload: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      })
      return answer.json().result.isError
    }
    assert.equal(await call('list_projects', {}), false)
    assert.equal(await call('read_page', { title: 'Main Page' }), true)
  })

  test('27: tokens do not open pages: there, their holder is a visitor', async () => {
    const { access } = await connect(site, app, ann)
    for (const path of ['/account/', '/account/keys/', '/account/applications/own/']) {
      const answer = await withToken(site, access, path)
      assert.match(String(answer.headers.location), /^\/accounts\/login\//)
    }
    const form = { title: 'Main Page', action: 'submit', wpTextbox1: 'Taken over' }
    await withToken(site, access, '/w/index.php?title=Main_Page&action=edit', { form })
    const page = await withToken(site, access, '/w/rest.php/v1/page/Main%20Page')
    assert.notEqual(page.json.source, 'Taken over')
  })

  test('28: tokens in addresses are not accepted', async () => {
    const { access } = await connect(site, app, ann)
    const inAddress = [
      wikiQuery({ meta: 'userinfo', access_token: access }),
      wikiQuery({ meta: 'userinfo', bearer_token: access }),
    ]
    for (const url of inAddress) assert.equal((await site.app.inject({ url })).json().query.userinfo.id, 0)
    const rest = await site.app.inject({ url: `/api/users/Ann/?access_token=${access}` })
    assert.ok([401, 404].includes(rest.statusCode))
    const code = await newCode()
    for (const query of [`code=${code}`, `client_secret=${app.secret}`]) {
      const path = `/w/rest.php/oauth2/access_token?${query}`
      const { json } = await post(site, path, app, { grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
      assert.equal(json.error, 'invalid_request')
    }
  })

  test('29: an application must prove its secret, in one way', async () => {
    const code = await newCode()
    for (const secret of ['', 'wrong', undefined, evil.secret])
      assert.equal((await exchange({ ...app, secret }, code)).json.error, 'invalid_client')
    const basic = `Basic ${Buffer.from(`${app.client.id}:${app.secret}`).toString('base64')}`
    const path = '/w/rest.php/oauth2/access_token'
    const both = await post(site, path, app, { grant_type: 'authorization_code', code }, { authorization: basic })
    assert.equal(both.json.error, 'invalid_request')
    const mixed = { client: evil.client, secret: undefined }
    const other = await post(site, path, mixed, { grant_type: 'authorization_code', code }, { authorization: basic })
    assert.equal(other.json.error, 'invalid_request')
  })

  test('30: only owner-only applications get tokens without a user', async () => {
    for (const each of [app, phone])
      assert.equal(
        (await tokenRequest(site, each, { grant_type: 'client_credentials' })).json.error,
        'unauthorized_client',
      )
    for (const grant_type of ['password', 'implicit', '', 'urn:ietf:params:oauth:grant-type:jwt-bearer'])
      assert.equal((await tokenRequest(site, app, { grant_type })).json.error, 'unsupported_grant_type')
  })

  test('31: the response names its server (mix-up)', async () => {
    assert.equal((await decide(ann, askFor(app))).get('iss'), SITE)
    assert.equal((await decide(ann, askFor(app), 'deny')).get('iss'), SITE)
    const { json } = await withToken(site, 'x', '/.well-known/oauth-authorization-server')
    assert.deepEqual([json.issuer, json.authorization_response_iss_parameter_supported], [SITE, true])
  })

  test('32: disabling or rejecting an application ends it, also for pending codes', async () => {
    const doomed = await newApp(site, 'Mallory')
    const { access, refresh } = await connect(site, doomed, ann)
    const code = await newCode(doomed)
    await site.services.store.transaction(tx => setClientStage(tx, doomed.client.id, 'disabled', ''))
    assert.equal(await works(access), false)
    assert.equal((await renew(doomed, refresh)).json.error, 'invalid_grant')
    assert.equal((await exchange(doomed, code)).json.error, 'invalid_grant')
    assert.equal((await ann.get(askFor(doomed))).status, 400)
  })

  test('33: others cannot reset or delete an application', async () => {
    const mallory = site.visitor()
    await mallory.logIn('Mallory')
    for (const act of ['reset', 'delete'])
      await mallory.send('/account/applications/own/', { do: act, client: app.client.id })
    const { store, accounts, clock } = site.services
    const { id } = (await accounts.byName(store.read, 'Mallory'))!
    const key = (await store.transaction(tx => createApiKey(tx, id, 'k', clock)))!
    const path = `/w/rest.php/oauth2/client/${app.client.id}/reset_secret`
    assert.equal((await withToken(site, key, path, { json: {} })).status, 404)
    assert.equal((await mallory.send('/admin/applications/', { form: 'approved', client: evil.client.id })).status, 403)
    assert.equal((await exchange(app, await newCode())).status, 200)
    const { access } = await connect(site, app, ann)
    const grants = await store.read.selectFrom('oauth_grant').select('id').execute()
    for (const grant of grants)
      await mallory.send(
        '/account/applications/own/',
        { do: 'revoke', grant: String(grant.id) },
        '/account/applications/',
      )
    assert.equal(await works(access), true)
  })

  test('34: a closed account loses its tokens and its applications', async () => {
    const { closeAccount } = await import('#translation/catalogue/close-account.ts')
    const leaver = await site.person('Leaver')
    const visitor = site.visitor()
    await visitor.logIn('Leaver')
    const own = await newApp(site, 'Leaver')
    const { access } = await connect(site, app, visitor)
    const { access: ofAnn } = await connect(site, own, ann)
    await site.services.store.transaction(tx => closeAccount(tx, site.services, leaver, leaver.id))
    assert.deepEqual([await works(access), await works(ofAnn)], [false, false])
  })

  test('35: a token cannot change the password of its user', async () => {
    const all = await newApp(site, 'Ann', { isOwnerOnly: true, scopes: Object.keys(GRANTS) })
    const tokens = await withToken(site, all.token!, wikiQuery({ meta: 'tokens' }))
    const answer = await withToken(site, all.token!, '/w/api.php', {
      form: {
        action: 'changeauthenticationdata',
        format: 'json',
        changeauthrequest: 'MediaWiki\\Auth\\PasswordAuthenticationRequest',
        password: 'a new long password',
        retype: 'a new long password',
        changeauthtoken: tokens.json.query.tokens.csrftoken,
      },
    })
    assert.equal(answer.json.error.code, 'permissiondenied')
  })
})
