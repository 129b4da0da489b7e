// Attacks on signed requests (OAuth 1.0a) and on applications for a single account.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setClientStage } from '#accounts/oauth-clients.ts'
import { onEachEngine } from '#store/testing.ts'
import type { TestSite, Visitor } from '../testing.ts'
import {
  type App,
  askFor,
  connect,
  newApp,
  oauthSite,
  signedHeader,
  signedRequest,
  tokenRequest,
  wikiQuery,
  withToken,
} from './testing-oauth.ts'

onEachEngine('attacks on signed requests', open => {
  let site: TestSite
  let ann: Visitor
  let app: App
  let bot: App

  before(async () => {
    ;({ site, ann, app } = await oauthSite(await open()))
    bot = await newApp(site, 'Ann', {
      name: 'Bot',
      oauthVersion: 1,
      isOwnerOnly: true,
      scopes: ['basic', 'editpage', 'translation-read'],
    })
  })

  const works = async (token: string): Promise<boolean> =>
    (await withToken(site, token, wikiQuery({ meta: 'userinfo' }))).json.query !== undefined

  const url = wikiQuery({ meta: 'userinfo' })
  const signed = async (signing: Parameters<typeof signedRequest>[2], header?: string): Promise<string> => {
    const { json } = await signedRequest(site, bot, signing, header)
    return json.error?.code ?? json.query?.userinfo.name ?? 'edited'
  }
  const REJECTED = 'mwoauth-invalid-authorization'

  test('36: a signature covers the method, the address, the query and the form', async () => {
    assert.equal(await signed({ url }), 'Ann')
    for (const wrong of [
      { url, signed: { url: wikiQuery({ meta: 'tokens' }) } },
      { url, signed: { url: url.replace('/w/api.php', '/api.php') } },
      { url, signed: { method: 'POST' } },
      { url, site: 'https://evil.example' },
      { url: `${url}&assert=user`, signed: { url } },
      {
        url: '/w/api.php',
        form: { action: 'edit', title: 'Main Page', text: 'evil', format: 'json' },
        signed: { form: { action: 'edit', title: 'Main Page', text: 'good', format: 'json' } },
      },
    ])
      assert.equal(await signed(wrong), REJECTED)
  })

  test('37: a signature needs the secrets of both, the consumer and the token', async () => {
    for (const key of ['&', `${bot.secret}&`, `&${bot.tokenSecret}`, `${bot.tokenSecret}&${bot.secret}`, 'x'])
      assert.equal(await signed({ url, key }), REJECTED)
    for (const oauth_signature of ['', 'AAAA', 'x'.repeat(28)])
      assert.equal(await signed({ url, oauth: { oauth_signature } }), REJECTED)
  })

  test('38: a signed request counts once (nonce)', async () => {
    const header = signedHeader(site, bot, { url })
    assert.equal(await signed({ url }, header), 'Ann')
    assert.equal(await signed({ url }, header), REJECTED)
    assert.equal(await signed({ url, oauth: { oauth_nonce: '' } }), REJECTED)
    const together = signedHeader(site, bot, { url })
    const answers = await Promise.all([1, 2, 3].map(() => signed({ url }, together)))
    assert.equal(answers.filter(each => each === 'Ann').length, 1)
  })

  test('39: a signed request expires (timestamp)', async () => {
    const header = signedHeader(site, bot, { url })
    site.clock.advance(301)
    assert.equal(await signed({ url }, header), REJECTED)
    const now = Math.floor(site.clock.now() / 1000)
    for (const at of [now + 301, now - 301, 0, -1, 1e15])
      assert.equal(await signed({ url, oauth: { oauth_timestamp: String(at) } }), REJECTED)
    for (const oauth_timestamp of ['', 'now', '0x1', undefined])
      assert.equal(await signed({ url, oauth: { oauth_timestamp } }), REJECTED)
    assert.equal(await signed({ url, oauth: { oauth_timestamp: String(now - 299) } }), 'Ann')
    // A nonce is remembered for as long as its time is accepted.
    const late = signedHeader(site, bot, { url, oauth: { oauth_timestamp: String(now + 290) } })
    assert.equal(await signed({ url }, late), 'Ann')
    site.clock.advance(580)
    assert.equal(await signed({ url }, late), REJECTED)
  })

  test('40: weak signature methods are rejected', async () => {
    for (const oauth_signature_method of ['PLAINTEXT', 'none', '', 'RSA-SHA1', 'hmac-sha1'])
      assert.equal(await signed({ url, oauth: { oauth_signature_method } }), REJECTED)
    const plain = signedHeader(site, bot, {
      url,
      oauth: { oauth_signature_method: 'PLAINTEXT', oauth_signature: `${bot.secret}&${bot.tokenSecret}` },
    })
    assert.equal(await signed({ url }, plain), REJECTED)
  })

  test('41: parameters of the signature are accepted only in the header, each once', async () => {
    const header = signedHeader(site, bot, { url })
    assert.equal(await signed({ url }, `${header}, oauth_nonce="again"`), REJECTED)
    assert.equal(await signed({ url }, 'OAuth nonsense'), REJECTED)
    assert.equal(await signed({ url }, header.replace('%', '%zz')), REJECTED)
    const query = new URLSearchParams({ oauth_consumer_key: bot.client.id, oauth_token: bot.token! })
    const answer = await site.app.inject({ url: `${url}&${query}` })
    assert.equal(answer.json().query.userinfo.id, 0)
  })

  test('42: keys and tokens of different consumers do not mix', async () => {
    const other = await newApp(site, 'Mallory', { oauthVersion: 1, isOwnerOnly: true, scopes: ['basic'] })
    assert.equal(await signed({ url, oauth: { oauth_consumer_key: other.client.id } }), REJECTED)
    assert.equal(await signed({ url, oauth: { oauth_token: other.token } }), REJECTED)
    assert.equal(await works(bot.token!), false)
    const { access } = await connect(site, app, ann)
    assert.equal(await signed({ url, oauth: { oauth_token: access } }), REJECTED)
  })

  test('43: an owner-only consumer cannot ask other users', async () => {
    const { status, text } = await ann.get(askFor(bot))
    assert.equal(status, 400)
    assert.match(text, /names no application/)
    assert.equal((await tokenRequest(site, bot, { grant_type: 'client_credentials' })).json.error, 'invalid_client')
  })

  test('44: an application for its owner cannot be used once it is disabled', async () => {
    const own = await newApp(site, 'Ann', { isOwnerOnly: true })
    assert.equal(await works(own.token!), true)
    await site.services.store.transaction(tx => setClientStage(tx, own.client.id, 'disabled', ''))
    assert.equal(await works(own.token!), false)
    const again = await tokenRequest(site, own, { grant_type: 'client_credentials' })
    assert.equal(again.json.error, 'unauthorized_client')
  })

  test('45: an administrator’s token has no more rights than its scopes', async () => {
    const boss = site.visitor()
    await boss.logIn('Boss')
    const reader = await newApp(site, 'Dev', { scopes: ['translation-read', 'translation-account', 'basic'] })
    const { access } = await connect(site, reader, boss)
    const status = async (path: string, json?: object, method: 'POST' | 'PATCH' = 'POST') =>
      (await withToken(site, access, path, json ? { json, method } : {})).status
    assert.equal(await status('/api/users/'), 403)
    assert.equal(await status('/api/users/Boss/'), 200)
    assert.equal(await status('/api/users/Ann/'), 403)
    assert.equal(await status('/api/users/Ann/notifications/'), 403)
    assert.equal(await status('/api/users/Boss/', { is_superuser: true }, 'PATCH'), 403)
    assert.equal(await status('/api/projects/', { name: 'x', slug: 'x', web: 'https://x.org' }), 403)
    assert.equal(await status('/admin/'), 303)
  })
})
