// OAuth 1.0a for all users: request token, consent, access token, and who the user is.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { before, test } from 'node:test'
import { findClient, setClientStage } from '#accounts/oauth-clients.ts'
import { onEachEngine } from '#store/testing.ts'
import type { TestSite, Visitor } from '../testing.ts'
import {
  type App,
  CALLBACK,
  hiddenFields,
  newApp,
  oauthSite,
  SITE,
  type Signing,
  signedHeader,
  wikiQuery,
} from './testing-oauth.ts'

const FORM = '/index.php?title=Special:OAuth/authorize'
const OTHER = 'https://app.example.org/other'

interface Tokens {
  readonly token: string
  readonly tokenSecret: string
}

onEachEngine('signed requests for all users', open => {
  let site: TestSite
  let ann: Visitor
  let app: App

  before(async () => {
    ;({ site, ann } = await oauthSite(await open()))
    app = await newApp(site, 'Dev', { oauthVersion: 1, redirectUris: [CALLBACK], scopes: ['basic', 'editpage'] })
  })

  /** Sends a signed request; `key` defaults to the secrets of these tokens. */
  const send = async (signing: Signing, tokens?: Tokens, by = app, header?: string) => {
    const signer = { ...by, token: tokens?.token, tokenSecret: tokens?.tokenSecret }
    const key = `${by.secret}&${tokens?.tokenSecret ?? ''}`
    const sent = header ?? signedHeader(site, signer, { key, ...signing })
    const answer = await site.app.inject({
      method: signing.method ?? 'GET',
      url: signing.url,
      headers: { authorization: sent, ...(signing.form && { 'content-type': 'application/x-www-form-urlencoded' }) },
      ...(signing.form && { payload: String(new URLSearchParams(signing.form)) }),
    })
    return { status: answer.statusCode, text: answer.payload, headers: answer.headers }
  }

  const tokensIn = (text: string): Tokens => {
    const fields = new URLSearchParams(text)
    return { token: fields.get('oauth_token') ?? text, tokenSecret: fields.get('oauth_token_secret') ?? text }
  }

  const initiate = async (oauth: Signing['oauth'] = { oauth_callback: 'oob' }, more: Partial<Signing> = {}, by = app) =>
    send(
      { method: 'POST', url: '/w/index.php?title=Special%3AOAuth%2Finitiate', oauth: oauth!, ...more },
      undefined,
      by,
    )

  const authorizeAt = ({ token }: Tokens, by = app): string =>
    `/wiki/Special:OAuth/authorize?${new URLSearchParams({ oauth_token: token, oauth_consumer_key: by.client.id })}`

  const decide = async (visitor: Visitor, address: string, decision = 'allow') =>
    visitor.send(address, { ...hiddenFields((await visitor.get(address)).text), do: decision }, FORM)

  const verifierFrom = async (visitor: Visitor, tokens: Tokens, by = app): Promise<string> =>
    new URL((await decide(visitor, authorizeAt(tokens, by))).location!).searchParams.get('oauth_verifier')!

  const exchange = (tokens: Tokens, verifier: string, by = app) =>
    send({ url: '/wiki/Special:OAuth/token', oauth: { oauth_verifier: verifier } }, tokens, by)

  const connect = async (visitor = ann, by = app): Promise<Tokens> => {
    const request = tokensIn((await initiate(undefined, {}, by)).text)
    return tokensIn((await exchange(request, await verifierFrom(visitor, request, by), by)).text)
  }

  const userOf = async (tokens: Tokens): Promise<string> => {
    const { text } = await send({ url: wikiQuery({ meta: 'userinfo' }) }, tokens)
    return JSON.parse(text).query?.userinfo.name ?? 'rejected'
  }

  test('a user allows an application, which then signs with an access token', async () => {
    const begun = await initiate()
    assert.equal(begun.status, 200)
    assert.equal(begun.headers['content-type'], 'application/x-www-form-urlencoded')
    assert.equal(begun.headers['cache-control'], 'no-store')
    assert.equal(new URLSearchParams(begun.text).get('oauth_callback_confirmed'), 'true')
    const request = tokensIn(begun.text)
    const page = await ann.get(authorizeAt(request))
    assert.equal(page.status, 200)
    assert.match(page.text, /Allow Example App to access your account\?/)
    assert.match(page.text, /<li>Edit existing pages<\/li>/)
    assert.match(String(page.headers['content-security-policy']), /form-action 'self' https:\/\/app\.example\.org;/)
    const { location } = await decide(ann, authorizeAt(request))
    assert.ok(location!.startsWith(`${CALLBACK}?oauth_verifier=`))
    const back = new URL(location!).searchParams
    assert.equal(back.get('oauth_token'), request.token)
    const access = tokensIn((await exchange(request, back.get('oauth_verifier')!)).text)
    assert.equal(await userOf(access), 'Ann')
    assert.equal(await userOf(request), 'rejected')
    const listed = await ann.get('/account/applications/')
    assert.match(listed.text, /Example App/)
  })

  test('answers as JSON on request, and takes callback and verifier from the query', async () => {
    const url = '/index.php?title=Special:OAuth/initiate&format=json&oauth_callback=oob'
    const { text } = await send({ url })
    const { key, secret, oauth_token, oauth_callback_confirmed } = JSON.parse(text)
    assert.deepEqual([oauth_token, oauth_callback_confirmed], [key, 'true'])
    const request = { token: key, tokenSecret: secret }
    const verifier = await verifierFrom(ann, request)
    const done = await send({ url: `/w/index.php?title=Special:OAuth/token&oauth_verifier=${verifier}` }, request)
    assert.equal(await userOf(tokensIn(done.text)), 'Ann')
  })

  test('says who the user is in a statement signed with the consumer secret', async () => {
    const access = await connect()
    const oauth = { oauth_nonce: 'abc123' }
    const { text, headers } = await send({ method: 'POST', url: '/wiki/Special:OAuth/identify', oauth }, access)
    assert.equal(headers['content-type'], 'application/jwt')
    const [head, body, signature] = text.split('.') as [string, string, string]
    assert.equal(signature, createHmac('sha256', app.secret!).update(`${head}.${body}`).digest('base64url'))
    const said = JSON.parse(Buffer.from(body, 'base64url').toString())
    const now = Math.floor(site.clock.now() / 1000)
    assert.deepEqual(
      [said.iss, said.aud, said.nonce, said.iat, said.exp],
      [SITE, app.client.id, 'abc123', now, now + 100],
    )
    assert.deepEqual([said.username, said.confirmed_email, said.email], ['Ann', true, undefined])
    assert.deepEqual(said.grants, ['basic', 'editpage'])
    const bot = await newApp(site, 'Dev', { oauthVersion: 1, isOwnerOnly: true, scopes: ['basic'] })
    const own = await send(
      { url: '/wiki/Special:OAuth/identify' },
      { token: bot.token!, tokenSecret: bot.tokenSecret! },
      bot,
    )
    assert.equal(JSON.parse(Buffer.from(own.text.split('.')[1]!, 'base64url').toString()).username, 'Dev')
  })

  test('visitors log in first, and cancelling gives no access', async () => {
    const request = tokensIn((await initiate()).text)
    const visitor = await site.visitor().get(authorizeAt(request))
    assert.equal(visitor.location, `/accounts/login/?next=${encodeURIComponent(authorizeAt(request))}`)
    const { location } = await decide(ann, authorizeAt(request), 'deny')
    assert.match((await ann.get(location!)).text, /Access not granted/)
    const { status, text } = await exchange(request, '')
    assert.equal(status, 401)
    assert.match(text, /^Error: The user has not allowed this/)
  })

  test('an application without an address of its own shows the verifier', async () => {
    const page = await ann.get('/wiki/Special:OAuth/verified?oauth_verifier=Abc123&oauth_token=x')
    assert.match(page.text, /Enter this code in the application:<\/p>\s*<p><code dir="ltr">Abc123<\/code>/)
    assert.equal((await ann.get('/wiki/Special:OAuth/verified?oauth_verifier=<script>')).status, 400)
  })

  test('46: a request token is valid for one application, one user and one exchange', async () => {
    const request = tokensIn((await initiate()).text)
    const verifier = await verifierFrom(ann, request)
    const evil = await newApp(site, 'Mallory', { oauthVersion: 1, redirectUris: [CALLBACK] })
    assert.equal((await exchange(request, verifier, evil)).status, 401)
    const answers = await Promise.all([1, 2, 3].map(() => exchange(request, verifier)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401])
    const again = await ann.get(authorizeAt(request))
    assert.equal(again.status, 400)
    assert.match(again.text, /expired or was already used/)
  })

  test('47: a request that was allowed cannot be allowed again by another user (session fixation)', async () => {
    const request = tokensIn((await initiate()).text)
    await verifierFrom(ann, request)
    const boss = site.visitor()
    await boss.logIn('Boss')
    assert.equal((await boss.get(authorizeAt(request))).status, 400)
  })

  test('48: a wrong verifier ends the request', async () => {
    const request = tokensIn((await initiate()).text)
    const verifier = await verifierFrom(ann, request)
    assert.equal((await exchange(request, `${verifier.slice(0, -1)}!`)).status, 401)
    assert.equal((await exchange(request, verifier)).status, 401)
  })

  test('49: users return only to registered addresses', async () => {
    const two = await newApp(site, 'Dev', { oauthVersion: 1, redirectUris: [CALLBACK, OTHER] })
    const tried = async (oauth_callback: string | undefined) => (await initiate({ oauth_callback }, {}, two)).status
    assert.deepEqual([await tried(CALLBACK), await tried(OTHER)], [200, 200])
    for (const wrong of ['oob', 'https://evil.example/', `${CALLBACK}/x`, `${CALLBACK}?x`, 'OOB', '', undefined])
      assert.equal(await tried(wrong), 400, wrong)
    const { text } = await initiate({ oauth_callback: 'https://evil.example/' })
    assert.match(text, /^Error: oauth_callback must be "oob" or exactly the registered address/)
    const twice = await send({
      url: '/w/index.php?title=Special:OAuth/initiate&oauth_callback=oob',
      oauth: { oauth_callback: CALLBACK },
    })
    assert.equal(twice.status, 401)
  })

  test('50: each step needs its own signature, once and in time', async () => {
    const url = '/wiki/Special:OAuth/initiate'
    const oauth = { oauth_callback: 'oob' }
    const signer = { ...app, token: undefined, tokenSecret: undefined }
    const header = signedHeader(site, signer, { url, key: `${app.secret}&`, oauth })
    assert.equal((await send({ url }, undefined, app, header)).status, 200)
    assert.match((await send({ url }, undefined, app, header)).text, /oauth_nonce is missing or was already used/)
    for (const wrong of [
      { key: '&' },
      { key: `${app.secret}` },
      { signed: { url: '/wiki/Special:OAuth/token' } },
      { site: 'https://evil.example' },
      { oauth: { ...oauth, oauth_timestamp: String(Math.floor(site.clock.now() / 1000) - 301) } },
      { oauth: { ...oauth, oauth_signature_method: 'PLAINTEXT', oauth_signature: `${app.secret}&` } },
      { oauth: { ...oauth, oauth_consumer_key: 'f'.repeat(32) } },
      { oauth: { ...oauth, oauth_token: 'x' } },
    ])
      assert.equal((await send({ url, oauth, ...wrong })).status, 401, JSON.stringify(wrong))
    assert.equal((await site.app.inject({ url })).statusCode, 401)
    assert.equal((await site.app.inject({ url: `${url}?oauth_consumer_key=${app.client.id}` })).statusCode, 401)
  })

  test('51: an access token is no request token, and a request expires', async () => {
    const access = await connect()
    assert.equal((await exchange(access, 'x')).status, 401)
    assert.equal((await ann.get(authorizeAt(access))).status, 400)
    const request = tokensIn((await initiate()).text)
    const late = tokensIn((await initiate()).text)
    const verifier = await verifierFrom(ann, late)
    site.clock.advance(600)
    assert.equal((await ann.get(authorizeAt(request))).status, 400)
    assert.equal((await exchange(late, verifier)).status, 401)
  })

  test('52: the form needs its token, and links with another consumer key are rejected', async () => {
    const request = tokensIn((await initiate()).text)
    const fields = { oauth_token: request.token, oauth_consumer_key: app.client.id, do: 'allow' }
    assert.equal((await ann.send('/account/', { ...fields, csrfmiddlewaretoken: 'x' }, FORM)).status, 403)
    const other = await newApp(site, 'Mallory', { oauthVersion: 1, redirectUris: [CALLBACK] })
    assert.equal((await ann.get(authorizeAt(request, other))).status, 400)
    assert.equal((await ann.get(`${authorizeAt(request)}&oauth_token=x`)).status, 400)
  })

  test('53: access ends when it is revoked, and when the application is disabled or gets new secrets', async () => {
    const access = await connect()
    const page = await ann.get('/account/applications/')
    const grant = /name="grant" value="(\d+)">\s*<button[^>]*>\s*Revoke access\s*<span class="aside"> Example App/.exec(
      page.text,
    )![1]!
    const pending = tokensIn((await initiate()).text)
    const verifier = await verifierFrom(ann, pending)
    await ann.send('/account/applications/', { do: 'revoke', grant })
    assert.equal(await userOf(access), 'rejected')
    assert.equal((await exchange(pending, verifier)).status, 401)
    const again = await connect()
    assert.equal(await userOf(again), 'Ann')
    const { store } = site.services
    await store.transaction(tx => setClientStage(tx, app.client.id, 'disabled', ''))
    assert.equal(await userOf(again), 'rejected')
    assert.equal((await initiate()).status, 401)
    await store.transaction(tx => setClientStage(tx, app.client.id, 'approved', ''))
    const dev = site.visitor()
    await dev.logIn('Dev')
    const { text } = await dev.send('/account/applications/own/', { do: 'reset', client: app.client.id })
    const secret = /Consumer secret: <code>(\w+)</.exec(text)![1]!
    assert.equal(await userOf(again), 'rejected')
    app = { ...app, secret }
    assert.equal(await userOf(again), 'Ann')
  })

  test('54: before its approval, only its owner can use an application; owner-only ones ask nobody', async () => {
    const fresh = await newApp(site, 'Dev', { oauthVersion: 1, redirectUris: [CALLBACK] })
    await site.services.store.transaction(tx => setClientStage(tx, fresh.client.id, 'proposed', ''))
    const request = tokensIn((await initiate(undefined, {}, fresh)).text)
    assert.match((await ann.get(authorizeAt(request, fresh))).text, /haven’t approved this application/)
    const bot = await newApp(site, 'Ann', { oauthVersion: 1, isOwnerOnly: true })
    assert.equal((await initiate(undefined, {}, bot)).status, 401)
    const client = (await findClient(site.services.store.read, fresh.client.id))!
    assert.equal(client.stage, 'proposed')
  })

  test('says what is not supported', async () => {
    const unknown = await send({ url: '/wiki/Special:OAuth/nothing' })
    assert.equal(unknown.status, 404)
    assert.match(unknown.text, /Special:OAuth has initiate, token, identify/)
    const html = await send({ url: '/wiki/Special:OAuth/initiate?format=html' })
    assert.match(html.text, /The parameter format must be raw or json/)
    const json = await send({ url: '/wiki/Special:OAuth/token?format=json' })
    assert.equal(JSON.parse(json.text).error, 'mwoauth-oauth-exception')
  })
})
