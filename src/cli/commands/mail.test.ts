import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testMailServer } from '#events/mail/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { parlance } from '../testing.ts'

const send = (url: string, address = 'anna@example.org', ...more: string[]) =>
  parlance(['mail', 'test', address, '--mail-url', url, '--data', temporaryFolder(), ...more])

test('mail test sends one email', async () => {
  const server = await testMailServer()
  const { code, out } = await send(server.url, 'anna@example.org', '--mail-from', 'Parlance <wiki@example.org>')
  assert.equal(code, 0)
  assert.match(out, /accepted a message from wiki@example\.org to anna@example\.org/)
  assert.equal(server.received.length, 1)
  assert.deepEqual(server.received[0]!.to, ['anna@example.org'])
  assert.equal(server.received[0]!.headers.from, 'Parlance <wiki@example.org>')
})

test('mail test explains what went wrong', async () => {
  const server = await testMailServer()
  server.misdeed = 'refuse the recipient'
  const refused = await send(server.url)
  assert.equal(refused.code, 3)
  assert.equal(refused.err, 'parlance: The email server rejected the recipient: 550 No such person here\n')
  server.misdeed = 'refuse the sender'
  assert.match((await send(server.url)).err, /rejected the sender address \(--mail-from\): 553/)
  await server.close()
  assert.match((await send(server.url)).err, /^parlance: The email server refused the connection/)
  assert.match((await send('smtp://nowhere.invalid')).err, /The host name of the email server could not be resolved/)
  const closed = await testMailServer({
    onAuth: (_, __, done) => done(new Error('Wrong password')),
  })
  const auth = await send(closed.url.replace('//', '//anna:hunter2@'))
  assert.match(auth.err, /rejected the user name or password/)
  assert.ok(!auth.err.includes('hunter2'))
})

test('mail test needs a server and an address', async () => {
  const none = await parlance(['mail', 'test', 'anna@example.org', '--data', temporaryFolder()])
  assert.deepEqual(
    [none.code, none.err],
    [2, 'parlance: No email server is configured. Set its address with --mail-url.\n'],
  )
  assert.equal((await send('smtp://127.0.0.1:1', 'no address')).code, 2)
  const wrong = await send('http://mail.example.org')
  assert.equal(wrong.code, 2)
  assert.match(wrong.err, /expected a URL like smtp:\/\//)
})

test('mail status shows the outbox', async () => {
  const data = temporaryFolder()
  await parlance(['db', 'migrate', '--data', data])
  const { code, out } = await parlance(['mail', 'status', '--data', data])
  assert.equal(code, 0)
  assert.match(out, /No email server is configured/)
  assert.match(out, /0 waiting, 0 sent in the last day, 0 failed/)
})
