import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStore } from '#store/open.ts'
import { temporaryFolder, temporaryStore } from '#store/testing.ts'
import { testApi } from '#translation/api/testing.ts'
import { faults } from '#translation/catalogue/testing.ts'
import { drain, type SourceServer, sourceServer, visible } from '#translation/weblate-import/testing.ts'
import { outcome, parlance, spawnParlance } from '../testing.ts'

let source: SourceServer
let there: Record<string, unknown>
before(async () => {
  source = await sourceServer(await temporaryStore('sqlite'))
  there = await visible(source.api, source.token)
})
after(() => source.close())

const command = (data: string, ...more: string[]) => [
  ...['translations', 'import-weblate', source.url, '--token', source.token, '--network', 'any', '--data', data],
  ...more,
]

/** What the imported site shows after its jobs ran. */
async function contentOf(data: string): Promise<Record<string, unknown>> {
  const store = await openStore({ data })
  try {
    const api = await testApi(store)
    const { key } = await api.user('Reader', { superuser: true })
    await drain(api)
    assert.deepEqual(await faults(store), [])
    return await visible(api, key)
  } finally {
    await store.close()
  }
}

/** Kills an import while it waits for a response, or after it got one. */
async function killed(data: string, at: number, when: 'before' | 'after'): Promise<void> {
  source.requests = 0
  const child = spawnParlance(command(data))
  const kill = (number: number) => {
    if (number === at) child.kill('SIGKILL')
  }
  source.intercept = number => {
    if (when === 'before') kill(number)
    return undefined
  }
  source.afterwards = number => {
    if (when === 'after') kill(number)
  }
  await outcome(child)
  assert.equal(child.signalCode, 'SIGKILL')
  source.intercept = () => undefined
  source.afterwards = () => {}
}

test('an import that was killed continues, and its summary is that of an undisturbed one', async () => {
  const undisturbed = temporaryFolder()
  source.requests = 0
  const whole = await parlance(command(undisturbed))
  assert.equal(whole.code, 0, whole.err)
  assert.match(whole.out, /^Completed the import:\n/)
  assert.match(whole.out, /strings: 24 read, 24 created, 0 unchanged, 0 skipped/)
  assert.deepEqual(await contentOf(undisturbed), there)
  const total = source.requests
  for (let point = 1; point <= 10; point++) {
    const data = temporaryFolder()
    await killed(data, Math.ceil((point * total) / 11), point % 2 === 0 ? 'before' : 'after')
    const { code, out, err } = await parlance(command(data))
    assert.equal(code, 0, err)
    const place = `killed at ${point} of 10`
    assert.equal(out.replace('Resumed and completed', 'Completed'), whole.out, place)
    assert.deepEqual(await contentOf(data), there, place)
  }
})

test('prints the summary as JSON', async () => {
  const { code, out, err } = await parlance(command(temporaryFolder(), '--json', '--project', 'other'))
  assert.equal(code, 0, err)
  const { counts, isResumed } = JSON.parse(out)
  assert.equal(isResumed, false)
  assert.deepEqual(counts.projects, { read: 1, created: 1, unchanged: 0, skipped: {} })
})

test('reports what is wrong in one line', async () => {
  const data = temporaryFolder()
  const cases: [string[], RegExp][] = [
    [[source.url], /^parlance: Use either --token or --token-file\.\n$/],
    [[], /^parlance: Specify either the address of a server or --backup\.\n$/],
    [['--backup', 'x.zip', '--token', 'x'], /^parlance: --token cannot be used with --backup\.\n$/],
    [['--backup', '/nowhere/x.zip'], /^parlance: Cannot read \/nowhere\/x\.zip/],
    [['nowhere', '--token', 'x'], /^parlance: Invalid address "nowhere"/],
    [[source.url, '--token', 'x'], /^parlance: .* private network\. .* --network any\.\n$/],
    [[source.url, '--token', 'x', '--network', 'any'], /^parlance: .* status 401\. Check the token/],
    [[source.url, '--token-file', '/nowhere/key'], /^parlance: Cannot read \/nowhere\/key/],
  ]
  for (const [args, message] of cases) {
    const { code, err } = await parlance(['translations', 'import-weblate', ...args, '--data', data])
    assert.equal(code, 2, err)
    assert.match(err, message)
  }
})
