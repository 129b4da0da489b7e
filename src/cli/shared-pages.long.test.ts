// Rendered pages in a server with two worker processes.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { temporaryFolder } from '#store/testing.ts'
import { startServer } from './testing.ts'

/** Only available on Linux. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
const onlyLinux = process.platform !== 'linux' && 'finding the workers of a server needs Linux'

/** Requests on connections of their own reach both workers. */
const REQUESTS = 12

test('both workers show one rendering, and so does a worker that replaces a killed one', {
  skip: onlyLinux,
}, async () => {
  const args = ['--data', temporaryFolder(), '--sample', '--workers', '2']
  const server = await startServer(args, { env: { PARLANCE_LOG_LEVEL: 'info' } })
  const workersServing = () => server.output.err.split('Server listening').length - 1
  const serving = async (count: number) => {
    while (workersServing() < count) await sleep(20)
  }
  await serving(2)
  const authorization = `Token ${/API key +(wlu_\w+)/.exec(server.output.out)![1]}`
  const api = `${server.url}/api.php?format=json&formatversion=2`
  const edit = async (title: string, body: string) => {
    const asked = await fetch(`${api}&action=query&meta=tokens`, { headers: { authorization } })
    const { query } = (await asked.json()) as { query: { tokens: { csrftoken: string } } }
    const form = new URLSearchParams({ action: 'edit', title, text: body, token: query.tokens.csrftoken })
    const answer = await fetch(api, { method: 'POST', headers: { authorization }, body: form })
    const { edit: made } = (await answer.json()) as { edit?: { result: string } }
    assert.equal(made?.result, 'Success', title)
  }
  /** What the page shows, which differs for each rendering, over many connections at the same time. */
  const shown = async (): Promise<Set<string>> => {
    const one = async () => {
      const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) =>
        get(`${api}&action=parse&prop=text&page=Clock`, { agent: false }, resolve).on('error', reject),
      )
      return /\w+ at [\d.e-]+/.exec(await text(response))?.[0] ?? `status ${response.statusCode}`
    }
    return new Set(await Promise.all(Array.from({ length: REQUESTS }, one)))
  }

  await edit('Module:Clock', 'return { now = function () return string.format("%.9f", os.clock()) end }')
  await edit('Template:Word', 'first')
  await edit('Clock', '{{Word}} at {{#invoke:Clock|now}}')
  const [first, ...others] = await shown()
  assert.match(first!, /^first at \d/)
  assert.deepEqual([others, [...(await shown())]], [[], [first]])

  await edit('Template:Word', 'second')
  const [second, ...others2] = await shown()
  assert.match(second!, /^second at \d/)
  assert.deepEqual(others2, [])

  const [killed] = childrenOf(server.child.pid!)
  process.kill(killed!, 'SIGKILL')
  await serving(3)
  assert.deepEqual([...(await shown()), ...(await shown())], [second, second])

  await edit('Template:Word', 'third')
  assert.match([...(await shown())].join(), /^third at [^,]+$/)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
})
