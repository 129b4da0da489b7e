import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { onEachEngine } from '#store/testing.ts'
import { type TestSite, testSite, type Visitor } from '../testing.ts'

const PAGE = '/account/keys/'

onEachEngine('limits of API keys and bot passwords', open => {
  let site: TestSite
  let ann: Visitor

  before(async () => {
    site = await testSite(await open(), { reauthMinutes: 0 })
    await site.person('Ann')
    ann = site.visitor()
    await ann.logIn('Ann')
  })

  const status = async (key: string, remoteAddress = '127.0.0.1') => {
    const headers = { authorization: `Token ${key}` }
    return (await site.app.inject({ url: '/api/users/Ann/', headers, remoteAddress })).statusCode
  }

  async function create(fields: Record<string, string>): Promise<string> {
    const { text } = await ann.send(PAGE, { do: 'key', ...fields })
    return /<code>(wlu_\w+)<\/code>/.exec(text)![1]!
  }

  async function logInAs(password: string, remoteAddress = '127.0.0.1'): Promise<string> {
    const post = (params: Record<string, string>, cookie = '') =>
      site.app.inject({
        method: 'POST',
        url: '/api.php',
        remoteAddress,
        headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
        payload: new URLSearchParams({ format: 'json', ...params }).toString(),
      })
    const tokens = await post({ action: 'query', meta: 'tokens', type: 'login' })
    const cookie = [tokens.headers['set-cookie'] ?? []].flat().join('; ')
    const lgtoken = tokens.json().query.tokens.logintoken
    const answer = await post({ action: 'login', lgname: 'Ann@bot', lgpassword: password, lgtoken }, cookie)
    return answer.json().login.result
  }

  test('an API key ends when it expires', async () => {
    const key = await create({ key_name: 'short', key_expiry: 'month' })
    assert.equal(await status(key), 200)
    site.clock.advance(30 * 86_400)
    assert.equal(await status(key), 401)
    await ann.logIn('Ann')
    assert.match((await ann.get(PAGE)).text, /short.*?expired on/s)
  })

  test('an API key works only from its addresses', async () => {
    const key = await create({ key_name: 'here', key_addresses: '192.0.2.0/24 2001:db8::1' })
    assert.deepEqual(
      [await status(key), await status(key, '192.0.2.9'), await status(key, '2001:db8::1')],
      [401, 200, 200],
    )
    assert.match((await ann.get(PAGE)).text, /here.*?only from 192\.0\.2\.0\/24, 2001:db8::1/s)
  })

  test('the list shows when a key was last used', async () => {
    const key = await create({ key_name: 'used' })
    assert.match((await ann.get(PAGE)).text, /<bdi>used<\/bdi>.*?never used/s)
    await status(key)
    const row = /<bdi>used<\/bdi>.*?<\/li>/s.exec((await ann.get(PAGE)).text)![0]
    assert.match(row, /last used on/)
  })

  test('rejects addresses that are none', async () => {
    for (const key_addresses of ['localhost', '10.0.0.0/33', '10.0.0.0/', '1.2.3.4/8/8']) {
      const answer = await ann.send(PAGE, { do: 'key', key_name: 'bad', key_addresses })
      assert.equal(answer.status, 400)
      assert.match(answer.text, /id="key_addresses-problem"/)
    }
  })

  test('a bot password has an expiry and addresses, too', async () => {
    const { text } = await ann.send(PAGE, {
      do: 'bot',
      bot_name: 'bot',
      bot_expiry: 'quarter',
      bot_addresses: '192.0.2.7',
    })
    const password = /<code>([A-Za-z0-9]{32})<\/code>/.exec(text)![1]!
    assert.equal(await logInAs(password), 'Failed')
    assert.equal(await logInAs(password, '192.0.2.7'), 'Success')
    assert.match((await ann.get(PAGE)).text, /Ann@bot.*?last used on/s)
    site.clock.advance(90 * 86_400)
    assert.equal(await logInAs(password, '192.0.2.7'), 'Failed')
  })
})
