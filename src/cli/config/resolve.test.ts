import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { test } from 'node:test'
import { testConfig } from '#core/testing.ts'
import { temporaryFolder } from '#store/testing.ts'
import { UsageError } from '../usage-error.ts'
import { printConfig } from './print.ts'
import { resolveConfig, type Sources } from './resolve.ts'
import { unknownVariables } from './unknown-variables.ts'

const data = temporaryFolder()
const resolve = (sources: Partial<Sources>) => resolveConfig({ flags: {}, env: {}, ...sources })
const inData = (json: string) => writeFileSync(path.join(data, 'parlance.json'), json)

test('uses defaults without any settings', () => {
  const { config, origins } = resolve({})
  const here = { data: './data', workers: availableParallelism(), logLevel: 'info', projectGlossary: 'on' }
  assert.deepEqual(config, { ...testConfig, ...here })
  assert.ok(Object.values(origins).every(origin => origin === 'default'))
})

test('flags override the environment, the environment the file, the file the defaults', () => {
  inData('{"port": 1, "host": "10.0.0.1", "mailFrom": "file@example.org", "trustProxy": ["10.0.0.0/8", "::1"]}')
  const env = { PARLANCE_DATA: data, PARLANCE_PORT: '2', PARLANCE_HOST: '10.0.0.2' }
  const { config, origins } = resolve({ flags: { port: '3' }, env })
  assert.deepEqual(
    [config.port, config.host, config.mailFrom, config.logLevel, config.trustProxy],
    [3, '10.0.0.2', 'file@example.org', 'info', ['10.0.0.0/8', '::1']],
  )
  assert.deepEqual(
    [origins.port, origins.host, origins.mailFrom, origins.logLevel],
    ['flag --port', 'environment PARLANCE_HOST', `file ${path.join(data, 'parlance.json')}`, 'default'],
  )
  assert.equal(config.siteUrl, 'http://10.0.0.2:3')
})

test('--config replaces the file in the data folder and must exist', () => {
  const file = path.join(data, 'other.json')
  writeFileSync(file, '{"port": 99}')
  assert.equal(resolve({ file, flags: { data } }).config.port, 99)
  assert.throws(() => resolve({ file: path.join(data, 'nosuch.json') }), UsageError)
})

test('an invalid value is rejected with its name, source and what is expected', () => {
  const wrong: [Sources['env'], RegExp][] = [
    [{ PARLANCE_PORT: '70000' }, /"70000" for PARLANCE_PORT \(environment PARLANCE_PORT\).*from 0 to 65535/],
    [{ PARLANCE_PORT: '1e3' }, /whole number/],
    [{ PARLANCE_WIKI_ORIGINS: '*' }, /https:\/\/\*\.example\.org/],
    [{ PARLANCE_WIKI_ORIGINS: 'https://app.example.org,https://*' }, /https:\/\/\*\.example\.org/],
    [{ PARLANCE_WORKERS: '0' }, /from 1 to 1024/],
    [{ PARLANCE_SITE_URL: 'wiki.example.org' }, /https:\/\/wiki\.example\.org/],
    [{ PARLANCE_SITE_URL: 'https://example.org/wiki' }, /without a path/],
    [
      { PARLANCE_DATABASE: 'mysql://u:hunter2@h/d' },
      /^Invalid value for PARLANCE_DATABASE.*postgres:\/\/user@host\/name/,
    ],
    [
      { PARLANCE_DATABASE: 'postgres://u:hunter2@a,b/d?target_session_attrs=leader' },
      /read-write.*target_session_attrs/,
    ],
    [{ PARLANCE_REPLICA: 'postgres://u:hunter2@a,b/d' }, /one host each/],
    [{ PARLANCE_REPLICA: 'replica1' }, /postgres:\/\/user@replica1\/name/],
    [{ PARLANCE_LOG_LEVEL: 'loud' }, /one of debug, info/],
    [{ PARLANCE_CLOCK: 'yesterday' }, /2026-11-15T00:00:00Z/],
    [{ PARLANCE_API_RATELIMIT_ANON: 'lots' }, /100\/day/],
    [{ PARLANCE_TRUST_PROXY: 'localhost' }, /127\.0\.0\.1/],
    [{ PARLANCE_LOGIN_THROTTLE: 'ip=5' }, /account\+ip:5\/300/],
    [{ PARLANCE_OPENID_PROVIDERS: '[]' }, /JSON object with providers by name/],
    [
      { PARLANCE_OPENID_PROVIDERS: '{"a": {"issuer": "http://id.example.org", "clientId": "p"}}' },
      /https address for a\.issuer/,
    ],
    [{ PARLANCE_OPENID_PROVIDERS: '{"a": {"issuer": "https://id.example.org"}}' }, /a text for a\.clientId/],
    [{ PARLANCE_OPENID_PROVIDERS: '{"a": {"clientSecret": "hunter2", "pasword": ""}}' }, /not "pasword"/],
    [{ PARLANCE_WIKI_ACCESS: 'secret' }, /one of public, private/],
    [{ PARLANCE_MISER_MODE: 'yes' }, /one of on, off/],
    [{ PARLANCE_TEXT_STEPS: '5' }, /20000/],
    [{ PARLANCE_CHANGE_LOG_DAYS: '39' }, /0, or a whole number from 40 to 36500/],
    [{ PARLANCE_DATABASE_CONNECTIONS: '1' }, /from 2 to 1000/],
  ]
  for (const [env, message] of wrong) {
    assert.throws(
      () => resolve({ env }),
      (error: Error) => {
        assert.ok(error instanceof UsageError)
        assert.match(error.message, message)
        assert.ok(!error.message.includes('hunter2'))
        return true
      },
    )
  }
})

test('rejects a broken configuration file and unknown settings', () => {
  inData('{')
  assert.throws(() => resolve({ flags: { data } }), /must be a JSON object/)
  inData('{"prot": 80}')
  assert.throws(() => resolve({ flags: { data } }), /unknown setting "prot"/)
  inData('{"__proto__": {"port": 1}}')
  assert.throws(() => resolve({ flags: { data } }), /unknown setting/)
  inData('{}')
})

test('replicas are separated by spaces, commas or repetition', () => {
  const urls = ['postgres://a/x', 'postgresql://b:5/x?sslmode=disable']
  for (const text of [urls.join(' '), urls.join(','), urls.join(',\n')])
    assert.deepEqual(resolve({ env: { PARLANCE_REPLICA: text } }).config.replica, urls)
  inData(JSON.stringify({ replica: urls }))
  assert.deepEqual(resolve({ flags: { data } }).config.replica, urls)
  inData('{}')
})

test('parses rules, rates and addresses', () => {
  const { config } = resolve({
    env: {
      PARLANCE_LOGIN_THROTTLE: 'ip:3/60',
      PARLANCE_API_RATELIMIT_USER: '5000/hour',
      PARLANCE_SITE_URL: 'https://wiki.example.org/',
      PARLANCE_HOST: '::',
    },
  })
  assert.deepEqual(config.loginThrottle, [{ per: 'ip', attempts: 3, seconds: 60 }])
  assert.deepEqual([config.apiRatelimitUser, config.siteUrl], ['5000/hour', 'https://wiki.example.org'])
  assert.deepEqual(resolve({ env: { PARLANCE_LOGIN_THROTTLE: 'none' } }).config.loginThrottle, [])
  assert.equal(resolve({ env: { PARLANCE_HOST: '::' } }).config.siteUrl, 'http://localhost:8080')
  assert.equal(resolve({ env: { PARLANCE_HOST: '::1' } }).config.siteUrl, 'http://[::1]:8080')
})

test('prints the configuration with sources and without passwords', () => {
  const env = { PARLANCE_DATABASE: 'postgres://me:hunter2@db/x', PARLANCE_MAIL_URL: 'smtp://a:hunter3@mail/' }
  const shown = printConfig(resolve({ env, flags: { port: '9' } }))
  assert.match(shown, /^PARLANCE_DATABASE +postgres:\/\/me:\*\*\*@db\/x +environment PARLANCE_DATABASE$/m)
  const servers = {
    PARLANCE_DATABASE: 'postgres://me:hunter4@a:1,b:2/x?target_session_attrs=read-write',
    PARLANCE_REPLICA: 'postgres://me:hunter5@c/x postgres://me:hunter6@d/x',
  }
  const several = printConfig(resolve({ env: servers }))
  assert.match(several, /^PARLANCE_DATABASE +postgres:\/\/me:\*\*\*@a:1,b:2\/x\?target_session_attrs=read-write /m)
  assert.match(several, /^PARLANCE_REPLICA +postgres:\/\/me:\*\*\*@c\/x postgres:\/\/me:\*\*\*@d\/x /m)
  assert.ok(!/hunter/.test(several))
  assert.match(shown, /^PARLANCE_PORT +9 +flag --port$/m)
  assert.match(shown, /^PARLANCE_MAIL_FROM +parlance@localhost +default$/m)
  assert.ok(!/hunter/.test(shown))
})

test('machinery is an object or JSON text; errors do not show secrets', () => {
  const folder = temporaryFolder()
  const file = path.join(folder, 'parlance.json')
  const machinery = { deepl: { key: 'secret-one' }, libretranslate: { url: 'https://libre.example.org' } }
  writeFileSync(file, JSON.stringify({ machinery }))
  assert.deepEqual(resolveConfig({ flags: {}, env: {}, file }).config.machinery, machinery)
  const env = (text: string) => resolveConfig({ flags: { data: folder }, env: { PARLANCE_MACHINERY: text }, file })
  assert.deepEqual(env('{"deepl": {"key": "x"}}').config.machinery, { deepl: { key: 'x' } })
  assert.deepEqual(env('none').config.machinery, {})
  for (const [text, message] of [
    ['{', /a JSON object/],
    ['[]', /a JSON object/],
    ['{"babelfish": {}}', /libretranslate, deepl, .* not "babelfish"/],
    ['{"deepl": {}}', /strings for deepl: key/],
    ['{"deepl": {"key": 5}}', /for deepl/],
    ['{"libretranslate": {"url": "secret-one"}}', /for libretranslate/],
    ['{"deepl": {"key": "secret-one", "colour": "red"}}', /for deepl/],
  ] as const)
    assert.throws(
      () => env(text),
      (error: Error) => message.test(error.message) && !error.message.includes('secret-one'),
      text,
    )
  assert.doesNotMatch(printConfig(resolveConfig({ flags: {}, env: {}, file })), /secret-one/)
})

test('warns about unknown variables and suggests the nearest setting', () => {
  const env = {
    PARLANCE_PROT: '1',
    PARLANCE_PORT: '2',
    PARLANCE_TEST_LANE: 'plain',
    PARLANCE_WORKER: '{}',
    PATH: '/bin',
  }
  assert.deepEqual(unknownVariables(env), [
    'The environment variable PARLANCE_PROT is not a setting and has no effect. Did you mean PARLANCE_PORT?',
  ])
})
