import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashPassword, PasswordTooLong, passwordProblem, verifyPassword } from './passwords.ts'

// Made by MediaWiki 1.39 for the password "Пароль-1", one of each kind it can store and we can check.
const fromMediaWiki = {
  A: ':A:0d539a6138c37ede9f50d57f28aa1e70',
  B: ':B:8927a724:71470e71020d2565e9e1bcd0873b9612',
  pbkdf2:
    ':pbkdf2:sha512:30000:64:1+PtEY3MeaKDZpcDtdPg+w==:Zv8Q2FmqsMNo8gSY2Qs7DTxrjmGT85wU8RT9B+gxc7OwlAqm+9FB+RlxQta8eaSrpO1ojDGKcllit6K1k1QMuw==',
  'pbkdf2 around A':
    ':pbkdf2-legacyA:!sha512:30000:64!!utfu4hr6A5C9572EisDANw==!8aPwYyauCfSyPPdHr7MQs2IF8wv9z9uvVZC6Bul7RrxZee0dklu3lbke0kCZAYfOR8Qg15LGj+HFO3yxPrLyxg==',
  'pbkdf2 around B':
    ':pbkdf2-legacyB:!sha512:30000:64!0a72e8e7!7eMdG4w9aZOaroG0r0GJ1A==!e7aFrgQlDXSGXk9IN1O+xP4foaxGGs2UIqOIjwdPa/WD+F9gCoAfEYOLBt0gVO80EnaKbtJFtphRGxqC2tPnEw==',
  bcrypt: ':bcrypt:9$IlQqiFYumd9DkS1yB3V84u$oLskeBOlvN53gOwNwbJA9XMhbEbWlQW',
  argon2: ':argon2:$argon2id$v=19$m=65536,t=4,p=1$Q3dIQXRFdkRxY0NnRFdTLg$Sfmx4SRDtE+q66EQZrHJDvcL4zI3fF14LGoLygbJOAA',
}

for (const [kind, stored] of Object.entries(fromMediaWiki)) {
  test(`a password stored by MediaWiki as ${kind} opens the account and asks for a new hash`, async () => {
    assert.deepEqual(await verifyPassword('Пароль-1', stored), { ok: true, rehash: true })
    assert.equal((await verifyPassword('Пароль-2', stored)).ok, false)
  })
}

test('bcrypt looks at the first 72 bytes only, and the server goes on meanwhile', async () => {
  // Made by PHP for "ab " forty times.
  const stored = ':bcrypt:4$Ynmx3Qd.fXX/N5AyOi.ZgO$EIPnA2MvsBurT3YUkX91WEdXhewujn6'
  const verdicts = Promise.all([24, 40, 23].map(times => verifyPassword('ab '.repeat(times), stored)))
  assert.equal(await Promise.race([verdicts, new Promise(resolve => setImmediate(resolve, 'going on'))]), 'going on')
  assert.deepEqual(
    (await verdicts).map(({ ok }) => ok),
    [true, true, false],
  )
})

test('our own hash verifies its password and no other, and needs no new hash', async () => {
  const stored = await hashPassword('correct horse')
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  assert.deepEqual(await verifyPassword('correct horse', stored), { ok: true, rehash: false })
  assert.equal((await verifyPassword('correct hors', stored)).ok, false)
  assert.notEqual(stored, await hashPassword('correct horse'))
})

test('a weaker hash of our kind verifies and is to be replaced', async () => {
  const weaker = '$argon2id$v=19$m=65536,t=4,p=1$Q3dIQXRFdkRxY0NnRFdTLg$Sfmx4SRDtE+q66EQZrHJDvcL4zI3fF14LGoLygbJOAA'
  assert.deepEqual(await verifyPassword('Пароль-1', weaker), { ok: true, rehash: true })
})

test('damaged or hostile hashes open nothing and do not crash', async () => {
  const hashes = [
    '',
    ':',
    '::',
    ':A:',
    ':B:salt',
    ':pbkdf2:sha512:30000:64:salt',
    ':pbkdf2:nosuch:30000:64:AAAA:AAAA',
    ':pbkdf2:sha512:999999999999:64:AAAA:AAAA',
    ':pbkdf2:sha512:1:0::',
    ':bcrypt:9$IlQqiFYumd9DkS1yB3V84u$oLskeBOlvN53gOwNwbJA9XMhbEbWlQ',
    ':bcrypt:31$IlQqiFYumd9DkS1yB3V84u$oLskeBOlvN53gOwNwbJA9XMhbEbWlQW',
    ':bcrypt:9$$',
    '$argon2id$v=19$m=9999999,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    '$argon2id$v=19$m=0,t=0,p=0$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA',
    'plain text',
  ]
  for (const stored of hashes) assert.equal((await verifyPassword('', stored)).ok, false, stored)
})

test('a password of more than 4096 bytes is refused in words', async () => {
  const long = 'ё'.repeat(2049)
  await assert.rejects(hashPassword(long), PasswordTooLong)
  await assert.rejects(verifyPassword(long, fromMediaWiki.A), /4096 bytes at most/)
})

test('new passwords are at least eight characters and not the name', () => {
  assert.equal(passwordProblem('Alice', '1234567'), 'too-short')
  assert.equal(passwordProblem('Alice', '🦊'.repeat(8)), null)
  assert.equal(passwordProblem('Alice Bee', 'alice bee'), 'is-name')
  assert.equal(passwordProblem('Alice', 'x'.repeat(4097)), 'too-long')
})
