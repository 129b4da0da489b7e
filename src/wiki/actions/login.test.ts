// Login failures, which clients distinguish by their reasons.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { hashPassword } from '#accounts/passwords.ts'
import { testServices } from '#core/testing.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { wikiPart } from '../part.ts'

let app: FastifyInstance
let readOnly: FastifyInstance
before(async () => {
  const store = await temporaryStore('sqlite')
  const open = async (config: object) => {
    const services = await testServices(store, undefined, { data: temporaryFolder(), loginThrottle: [], ...config })
    const opened = Fastify()
    await opened.register(async scope => wikiPart.routes!(scope, services))
    return { opened, services }
  }
  const { opened, services } = await open({})
  app = opened
  readOnly = (await open({ readOnly: 'Moving house' })).opened
  const passwordHash = await hashPassword('secret of Ann')
  await store.transaction(tx => services.accounts.create(tx, { name: 'Ann', passwordHash, groups: [] }))
})

type Params = Readonly<Record<string, string>>

async function post(params: Params, cookie = '', on = app) {
  const payload = new URLSearchParams({ format: 'json', formatversion: '2', ...params }).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie }
  const answer = await on.inject({ method: 'POST', url: '/api.php', payload, headers })
  const given = [answer.headers['set-cookie'] ?? []].flat().map(one => one.split(';')[0])
  return { json: answer.json(), cookie: given.join('; ') }
}

/** Sends the request with a session and its login token. */
async function begun(params: Params) {
  const { json, cookie } = await post({ action: 'query', meta: 'tokens', type: 'login' })
  const token = json.query.tokens.logintoken
  return (
    await post({ ...(params.action === 'login' ? { lgtoken: token } : { logintoken: token }), ...params }, cookie)
  ).json
}

const login = async (params: Params) => (await begun({ action: 'login', ...params })).login
const client = (params: Params) => begun({ action: 'clientlogin', ...params })
const ANN = { username: 'Ann', password: 'secret of Ann' }
const URL_OK = { loginreturnurl: 'https://example.org/' }

test('action=login rejects secrets in the URL, with or without a token', async () => {
  const inUrl = async (query: string) => {
    const answer = await app.inject({ method: 'POST', url: `/api.php?action=login&format=json&lgname=Ann&${query}` })
    return answer.json().error?.info
  }
  const were = (names: string) => `found in the query string, but must be in the POST body: ${names}.`
  assert.equal(await inUrl('lgpassword=x'), `The following parameter was ${were('lgpassword')}`)
  assert.equal(await inUrl('lgtoken=x'), `The following parameter was ${were('lgtoken')}`)
  assert.equal(await inUrl('lgtoken=x&lgpassword=x'), `The following parameters were ${were('lgpassword, lgtoken')}`)
})

test('action=login distinguishes a wrong token from a lost session', async () => {
  const ann = { lgname: 'Ann', lgpassword: 'secret of Ann' }
  assert.equal((await login(ann)).result, 'Success')
  assert.deepEqual(await login({ ...ann, lgtoken: 'abc+\\' }), { result: 'WrongToken' })
  assert.equal((await login({ ...ann, lgtoken: '' })).result, 'NeedToken')
  const lost = (await post({ action: 'login', ...ann, lgtoken: 'abc+\\' })).json.login
  assert.deepEqual(lost, {
    result: 'Failed',
    reason: 'Unable to continue login. Your session most likely timed out.',
  })
})

test('a wrong password is reported differently from an invalid name or an empty password', async () => {
  const wrong = { result: 'Failed', reason: 'Incorrect username or password entered. Please try again.' }
  const none = { result: 'Failed', reason: 'The supplied credentials could not be authenticated.' }
  assert.deepEqual(await login({ lgname: 'Ann', lgpassword: 'x' }), wrong)
  assert.deepEqual(await login({ lgname: 'Nobody', lgpassword: 'x' }), wrong)
  assert.deepEqual(await login({ lgname: 'Ann@bot', lgpassword: 'x'.repeat(32) }), wrong)
  for (const given of [
    { lgname: 'Ann' },
    { lgname: 'Ann', lgpassword: '' },
    { lgpassword: 'x' },
    { lgname: '1.2.3.4', lgpassword: 'x' },
    { lgname: '<>', lgpassword: 'x' },
  ])
    assert.deepEqual(await login(given), none, JSON.stringify(given))
  const { reason } = await login({ lgname: 'Ann', lgpassword: 'x', errorformat: 'plaintext' })
  assert.deepEqual(reason, { code: 'wrongpassword', text: wrong.reason })
})

test('clientlogin requires a return URL and never continues a login that was not started', async () => {
  assert.deepEqual((await client({ ...ANN, ...URL_OK })).clientlogin, { status: 'PASS', username: 'Ann' })
  for (const loginreturnurl of ['nonsense', '/x', 'javascript:alert(1)', 'http://', ''])
    assert.equal((await client({ ...ANN, loginreturnurl })).error.code, 'badurl_loginreturnurl', loginreturnurl)
  assert.match((await client(ANN)).error.info, /^At least one of the parameters "logincontinue" and "loginreturnurl"/)
  for (const given of [{}, URL_OK]) {
    const { clientlogin, warnings } = await client({ ...ANN, ...given, logincontinue: '1' })
    assert.deepEqual([clientlogin.status, clientlogin.messagecode], ['FAIL', 'authmanager-authn-not-in-progress'])
    assert.equal(warnings.main.warnings, 'Unrecognized parameters: username, password.')
  }
})

test('clientlogin reports errors in the requested format', async () => {
  const failed = async (params: Params) => (await client({ ...URL_OK, username: 'Ann', ...params })).clientlogin
  assert.equal((await failed({ password: 'x' })).messagecode, 'wrongpassword')
  assert.equal((await failed({})).messagecode, 'authmanager-authn-no-primary')
  assert.equal(
    (await failed({ password: ANN.password, loginrequests: 'x' })).messagecode,
    'authmanager-authn-no-primary',
  )
  const raw = await failed({ password: 'x', loginmessageformat: 'raw' })
  assert.deepEqual(raw.message, { key: 'wrongpassword', params: [] })
  assert.equal('message' in (await failed({ password: 'x', loginmessageformat: 'none' })), false)
})

test('rejects logins while the wiki is read-only', async () => {
  const { json } = await post({ action: 'login', lgname: 'Ann', lgpassword: 'x', lgtoken: 'y' }, '', readOnly)
  assert.equal(json.error.code, 'readonly')
})
