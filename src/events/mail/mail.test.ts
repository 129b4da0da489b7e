import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAddress, parseMailbox } from './address.ts'
import { failureOf } from './failure.ts'
import { allowance } from './limits.ts'
import { parseMailUrl } from './mail-url.ts'
import { oneLine, plainText } from './message.ts'

test('parses email server URLs', () => {
  assert.deepEqual(parseMailUrl('smtp://mail.example.org'), {
    host: 'mail.example.org',
    port: 587,
    secure: false,
    tls: 'if offered',
  })
  assert.deepEqual(parseMailUrl('smtps://a%40b:p%2Fw@mail.example.org/'), {
    host: 'mail.example.org',
    port: 465,
    secure: true,
    tls: 'required',
    user: 'a@b',
    password: 'p/w',
  })
  assert.equal(parseMailUrl('smtp://a:b@mail.example.org')!.tls, 'required', 'a password requires TLS')
  assert.equal(parseMailUrl('smtp://a:b@127.0.0.1:25')!.tls, 'none')
  assert.equal(parseMailUrl('smtp://localhost?tls=required')!.tls, 'required')
  assert.equal(parseMailUrl('smtp://a:b@mail.example.org?tls=none')!.tls, 'none')
  assert.equal(parseMailUrl('smtp://[::1]:2525')!.host, '::1')
  for (const bad of ['', 'mail.example.org', 'http://x', 'smtp://', 'smtp://x/path', 'smtp://x?pool=1', 'smtp://%zz@x'])
    assert.equal(parseMailUrl(bad), null, bad)
})

test('parses sender addresses', () => {
  assert.deepEqual(parseMailbox('a@b.org'), { name: '', address: 'a@b.org' })
  assert.deepEqual(parseMailbox('"The Wiki" <a@b.org>'), { name: 'The Wiki', address: 'a@b.org' })
  for (const bad of ['', 'a', 'a@', '<a@b>x', 'a@b\r\nX: y', 'a@b, c@d', 'X\nY <a@b>'])
    assert.equal(parseMailbox(bad), null, bad)
  assert.ok(!isAddress(`${'a'.repeat(300)}@b.org`))
})

test('limits an address to three emails in two minutes, ten per hour, fifty per day', () => {
  assert.deepEqual(allowance([], 1000), { now: 3, next: 1000 })
  assert.deepEqual(allowance([990, 995, 999], 1000), { now: 0, next: 1110 })
  assert.deepEqual(allowance([879, 995, 999], 1000), { now: 1, next: 1000 })
  const ten = Array.from({ length: 10 }, (_, i) => 1000 + i * 200)
  assert.deepEqual(allowance(ten, 3000), { now: 0, next: 4600 })
  const fifty = Array.from({ length: 50 }, (_, i) => 100_000 + i * 1000)
  assert.deepEqual(allowance(fifty, 160_000), { now: 0, next: 186_400 })
})

test('classifies and explains failures', () => {
  const about = (error: object) => failureOf(error).about
  assert.equal(about({ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO', response: '550 no' }), 'never')
  assert.equal(about({ code: 'EENVELOPE', responseCode: 450, command: 'RCPT TO', response: '450 wait' }), 'later')
  assert.equal(about({ code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM', response: '550 no' }), 'server')
  assert.equal(about({ code: 'EMESSAGE', responseCode: 554, command: 'DATA', response: '554 spam' }), 'never')
  assert.equal(about({ code: 'EMESSAGE', responseCode: 421, response: '421 bye' }), 'server')
  assert.equal(about({ code: 'EAUTH', responseCode: 535, response: '535 no' }), 'server')
  assert.equal(about(new Error('read ECONNRESET')), 'server')
  assert.equal(failureOf(undefined).about, 'server')
  const sentence = (error: object) => failureOf(error).sentence
  assert.match(
    sentence({ code: 'EPROTOCOL', response: 'HTTP/1.1 400 Bad Request' }),
    /^The server at this address is not an email server/,
  )
  assert.match(sentence({ code: 'ETIMEDOUT', message: 'Greeting never received' }), /may require smtps/)
  assert.match(sentence({ code: 'ESOCKET', message: 'self-signed certificate' }), /certificate .* not trusted/)
  assert.match(
    sentence({ code: 'ESOCKET', message: 'SSL routines: wrong version number' }),
    /does not use TLS on this port/,
  )
})

test('sanitizes texts for headers and bodies', () => {
  assert.equal(oneLine('a\r\nBcc: b\u2028c\u0000\u202ed'), 'a Bcc: b c d')
  assert.equal(oneLine('😀'.repeat(300), 10), `${'😀'.repeat(9)}…`)
  assert.equal(oneLine('\ud800x'), '\ufffdx')
  assert.equal(plainText('a\r\nb\u0007\tc\u0085', 100), 'a\nb\tc')
  assert.equal([...plainText('x'.repeat(1000), 100)].length, 100)
})
