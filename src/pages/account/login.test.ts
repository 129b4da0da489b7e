import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { temporaryStore } from '#store/testing.ts'
import { PASSWORD, type Shown, type TestSite, testSite } from '../testing.ts'

let site: TestSite
before(async () => {
  site = await testSite(await temporaryStore('sqlite'))
  await site.person('Ada')
})

/** Opens the form and sends it. */
async function logIn(fields: Record<string, string>, { next = '/' } = {}): Promise<Shown> {
  const visitor = site.visitor()
  const address = `/accounts/login/?next=${encodeURIComponent(next)}`
  const kept = /name="next" value="([^"]*)"/.exec((await visitor.get(address)).text)![1]!.replaceAll('&amp;', '&')
  return visitor.send(address, { next: kept, username: 'Ada', password: PASSWORD, ...fields }, '/accounts/login/')
}

test('login opens a session for pages and the API until logout', async () => {
  const ada = site.visitor()
  const answer = await ada.send('/accounts/login/', { username: 'Ada', password: PASSWORD, next: '/api/?format=json' })
  assert.deepEqual([answer.status, answer.location], [303, '/api/?format=json'])
  const page = await ada.get('/languages/')
  assert.match(page.text, /<bdi>Ada<\/bdi>/)
  const me = await ada.get('/api/users/Ada/')
  assert.equal(JSON.parse(me.text).username, 'Ada')
  assert.equal((await ada.send('/', { csrfmiddlewaretoken: 'x' }, '/accounts/logout/')).status, 303)
  assert.match((await ada.get('/languages/')).text, /Ada/, 'a foreign form ends nothing')
  const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(page.text)![1]!
  await ada.send('/', { csrfmiddlewaretoken }, '/accounts/logout/')
  assert.doesNotMatch((await ada.get('/languages/')).text, /Ada/)
})

test('a session ends with the browser unless "Keep me logged in" is set', async () => {
  const short = await logIn({})
  assert.doesNotMatch(String(short.headers['set-cookie']), /Max-Age/)
  const long = await logIn({ remember: '1' })
  assert.match(String(long.headers['set-cookie']), /Max-Age=15552000/)
})

test('unknown names and wrong passwords get the same response', async () => {
  const answers = [await logIn({ password: 'wrong' }), await logIn({ username: 'Nobody' })]
  const said = answers.map(({ status, text }) => [status, /role="alert">([^<]+)/.exec(text)?.[1]])
  assert.deepEqual(said[0], [403, 'Incorrect username or password. Please try again.'])
  assert.deepEqual(said[1], said[0])
  assert.match(answers[1]!.text, /value="Nobody"/, 'what was typed stays')
})

test('a form without its token is shown again', async () => {
  const answer = await logIn({ csrfmiddlewaretoken: '0'.repeat(40) })
  assert.equal(answer.status, 403)
  assert.match(answer.text, /submit the form again/)
})

test('never redirects to another site', async () => {
  for (const next of [
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\r\nX: y',
  ])
    assert.equal((await logIn({}, { next })).location, '/', next)
})

test('rejects a body that is not a form', async () => {
  const answer = await site.app.inject({ method: 'POST', url: '/accounts/login/', payload: { username: 'Ada' } })
  assert.ok([403, 415].includes(answer.statusCode), String(answer.statusCode))
})
