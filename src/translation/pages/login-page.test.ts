import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { hashPassword } from '#accounts/passwords.ts'
import { temporaryStore } from '#store/testing.ts'
import { type Answer, type TestApi, testApi } from '../api/testing.ts'

let api: TestApi
before(async () => {
  api = await testApi(await temporaryStore('sqlite'))
  const passwordHash = await hashPassword('correct horse battery')
  await api.services.store.transaction(tx => api.services.accounts.create(tx, { name: 'Ada', passwordHash }))
})

const cookieOf = (answer: Answer): string => String(answer.headers['set-cookie']).split(';')[0]!
const tokenIn = ({ text }: Answer): string => /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)![1]!

/** Opens the form and sends it. */
async function logIn(fields: Record<string, string>, { next = '/', token }: { next?: string; token?: string } = {}) {
  const form = await api.send('GET', `/accounts/login/?next=${encodeURIComponent(next)}`)
  const kept = /name="next" value="([^"]*)"/.exec(form.text)![1]!.replaceAll('&amp;', '&')
  return post('/accounts/login/', cookieOf(form), {
    csrfmiddlewaretoken: token ?? tokenIn(form),
    next: kept,
    username: 'Ada',
    password: 'correct horse battery',
    ...fields,
  })
}

const post = (path: string, cookie: string, fields: Record<string, string>) =>
  api.send('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  })

test('name and password open a session that both the pages and the API know, until one logs out', async () => {
  const answer = await logIn({}, { next: '/api/?format=json' })
  assert.equal(answer.status, 303)
  assert.equal(answer.headers.location, '/api/?format=json')
  const cookie = cookieOf(answer)
  const page = await api.send('GET', '/languages/', { headers: { cookie } })
  assert.match(page.text, /<bdi>Ada<\/bdi>/)
  assert.equal((await post('/accounts/logout/', cookie, { csrfmiddlewaretoken: 'x' })).status, 303)
  assert.match(
    (await api.send('GET', '/languages/', { headers: { cookie } })).text,
    /Ada/,
    'a foreign form ends nothing',
  )
  await post('/accounts/logout/', cookie, { csrfmiddlewaretoken: tokenIn(page) })
  assert.doesNotMatch((await api.send('GET', '/languages/', { headers: { cookie } })).text, /Ada/)
})

test('a wrong name and a wrong password look alike, and nothing is opened', async () => {
  const answers = [await logIn({ password: 'wrong' }), await logIn({ username: 'Nobody' })]
  const said = answers.map(({ status, text }) => [status, /role="alert">([^<]+)/.exec(text)?.[1]])
  assert.deepEqual(said[0], [403, 'There is no account with this name and password.'])
  assert.deepEqual(said[1], said[0])
})

test('a form without its token is shown again', async () => {
  const answer = await logIn({}, { token: '0'.repeat(40) })
  assert.equal(answer.status, 403)
  assert.match(answer.text, /send it again/)
})

test('one is never led to another site', async () => {
  for (const next of [
    '//evil.example/',
    '/\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '/\r\nX: y',
  ])
    assert.equal((await logIn({}, { next })).headers.location, '/', next)
})

test('a body that is no form is no login', async () => {
  const answer = await api.send('POST', '/accounts/login/', { body: { username: 'Ada' } })
  assert.ok([403, 415].includes(answer.status), String(answer.status))
})
