// Attacks on redirects and on the consent page. Each test tries what an attacker would.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { isRedirectUri } from '#accounts/redirect-uri.ts'
import { onEachEngine } from '#store/testing.ts'
import type { TestSite, Visitor } from '../testing.ts'
import {
  type App,
  AUTHORIZE,
  askFor,
  CALLBACK,
  connect,
  decide,
  hiddenFields,
  newApp,
  oauthSite,
  withToken,
} from './testing-oauth.ts'

onEachEngine('attacks on the consent page', open => {
  let site: TestSite
  let ann: Visitor
  let app: App
  let evil: App

  before(async () => {
    ;({ site, ann, app } = await oauthSite(await open()))
    evil = await newApp(site, 'Mallory', { name: 'Evil', redirectUris: ['https://evil.example/'] })
  })

  // Redirects

  test('1: never redirects to an address that is not registered exactly', async () => {
    for (const redirect_uri of [
      'https://evil.example/',
      `${CALLBACK}/`,
      `${CALLBACK}/../evil`,
      `${CALLBACK}?next=https://evil.example`,
      `${CALLBACK}#x`,
      `${CALLBACK}%2f`,
      'https://app.example.org.evil.example/callback',
      'https://app.example.org@evil.example/callback',
      'https://APP.example.org/callback',
      'https://app.example.org:443/callback',
      'http://app.example.org/callback',
      '//app.example.org/callback',
      'javascript:alert(1)//https://app.example.org/callback',
      'data:text/html,x',
      '',
    ]) {
      const { status, location, text } = await ann.get(askFor(app, { redirect_uri }))
      assert.deepEqual([status, location], [400, undefined], redirect_uri)
      assert.match(text, /isn’t registered/)
    }
  })

  test('2: registers no addresses that could be abused', () => {
    for (const uri of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'http://example.org/',
      'http://localhost.evil.example/',
      'http://127.0.0.1.evil.example/',
      'https://user:pass@example.org/',
      'https://example.org/#fragment',
      'https://*.example.org/',
      'https://example.org/a b',
      'https://example.org/\\evil',
      'https://EXAMPLE.org/',
      'https://example.org:443/x',
      'https://example.org/a/../b',
      'app:/done',
      'org.example.app://host/done',
      'https://exämple.org/',
      "https://example.org/'",
      `https://example.org/${'x'.repeat(2000)}`,
    ])
      assert.equal(isRedirectUri(uri), false, uri)
    for (const uri of ['https://example.org', 'http://localhost:8080/x', 'http://[::1]:1/', 'org.example.app:/done'])
      assert.equal(isRedirectUri(uri), true, uri)
  })

  test('3: shows errors itself until client and address are known (open redirect)', async () => {
    const at = new URLSearchParams({ response_type: 'token', client_id: 'f'.repeat(32), redirect_uri: CALLBACK })
    for (const query of [at.toString(), `${at}&client_id=${app.client.id}`, 'redirect_uri=https://evil.example/']) {
      const { status, location } = await ann.get(`${AUTHORIZE}?${query}`)
      assert.deepEqual([status, location], [400, undefined])
    }
  })

  test('4: rejects parameters that appear twice', async () => {
    const { status } = await ann.get(`${askFor(app)}&redirect_uri=${encodeURIComponent('https://evil.example/')}`)
    assert.equal(status, 400)
    const code = (await decide(ann, askFor(app))).get('code')!
    const answer = await site.app.inject({
      method: 'POST',
      url: '/w/rest.php/oauth2/access_token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `grant_type=authorization_code&code=${code}&code=x&client_id=${app.client.id}&client_secret=${app.secret}`,
    })
    assert.equal(answer.json().error, 'invalid_request')
  })

  test('5: a changed address in the form of the consent page is checked again', async () => {
    const { text } = await ann.get(askFor(app))
    const fields = { ...hiddenFields(text), redirect_uri: 'https://evil.example/', do: 'allow' }
    const { status, location } = await ann.send(askFor(app), fields, AUTHORIZE)
    assert.deepEqual([status, location], [400, undefined])
  })

  test('6: the code is not sent to other sites with the Referer header', async () => {
    const { text } = await ann.get(askFor(app))
    const { headers } = await ann.send(askFor(app), { ...hiddenFields(text), do: 'allow' }, AUTHORIZE)
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['cache-control'], 'no-store')
  })

  // Consent

  test('7: other sites cannot confirm in the name of the user (CSRF)', async () => {
    const { text } = await ann.get(askFor(app))
    for (const csrfmiddlewaretoken of ['', '+\\', 'a'.repeat(42)]) {
      const fields = { ...hiddenFields(text), csrfmiddlewaretoken, do: 'allow' }
      const { status, location } = await ann.send(askFor(app), fields, AUTHORIZE)
      assert.deepEqual([status, location], [403, undefined])
    }
    const mallory = site.visitor()
    await mallory.logIn('Mallory')
    const own = await mallory.get(askFor(app))
    const stolen = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(own.text.slice(own.text.indexOf('<main')))![1]!
    const sent = { ...hiddenFields(text), csrfmiddlewaretoken: stolen, do: 'allow' }
    assert.equal((await ann.send(askFor(app), sent, AUTHORIZE)).status, 403)
  })

  test('8: opening the page allows nothing, not even for a known application', async () => {
    await connect(site, app, ann)
    const { status, location, text } = await ann.get(`${askFor(app)}&do=allow&prompt=none`)
    assert.deepEqual([status, location], [200, undefined])
    assert.match(text, /<button[^>]*value="allow"/)
  })

  test('9: the consent page cannot be framed (clickjacking)', async () => {
    const { headers } = await ann.get(askFor(app))
    assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/)
  })

  test('10: an application cannot write on the consent page', async () => {
    const { client, secret } = await newApp(site, 'Mallory', {
      name: '<b>Wiki</b> "admin',
      description: '<script>alert(1)</script>',
    })
    const { text } = await ann.get(askFor({ client }, { state: '"><script>alert(2)</script>' }))
    assert.ok(secret)
    assert.doesNotMatch(text, /<script>alert|<b>Wiki/)
  })

  test('11: a token cannot allow further applications', async () => {
    const { access } = await connect(site, app, ann)
    const answer = await withToken(site, access, askFor(evil, { redirect_uri: 'https://evil.example/' }))
    assert.match(String(answer.headers.location), /^\/accounts\/login\//)
    const made = await withToken(site, access, '/w/rest.php/oauth2/client', { json: { name: 'x' } })
    assert.equal(made.status, 403)
  })
})
