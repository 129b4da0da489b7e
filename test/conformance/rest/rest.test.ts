// Compares our REST API with that of a real MediaWiki 1.39 for the same wiki.
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Caller } from '#accounts/caller.ts'
import type { Engine } from '#store/store.ts'
import { NO_POSTGRES } from '#store/testing.ts'
import { actionApi } from '#wiki/actions/index.ts'
import { performRest } from '#wiki/rest/perform.ts'
import type { Wiki } from '#wiki/wiki.ts'
import { corpusWiki } from '../corpus-wiki.ts'
import { corpus } from '../import-corpus.ts'
import { readLines } from '../recorded-queries.ts'
import deliberate from './expected-differences.json' with { type: 'json' }
import { normaliseRest } from './normalise-rest.ts'
import type { RestAnswer } from './peer.ts'
import type { RestRequest } from './requests.ts'

type Recorded = RestRequest & { readonly answer: RestAnswer }

const reasons: Readonly<Record<string, string>> = deliberate
/** For a route that MediaWiki 1.39 has only with Parsoid's own routes turned on. */
const OTHER_ROUTES = ['rest-714']
const recorded = readLines<Recorded>(path.join(corpus, 'rest-answers.jsonl.gz')).filter(
  ({ id }) => !OTHER_ROUTES.includes(id),
)

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  test(`REST responses match MediaWiki on ${engine}`, { skip }, async t => {
    const { wiki } = await corpusWiki(engine, undefined)
    const visitor = wiki.services.callers.anonymous('127.0.0.1')
    const admin = await adminOf(wiki)
    const unexpected: string[] = []
    let same = 0
    for (const { answer, ...request } of recorded) {
      const ours = normaliseRest(await ask(wiki, request, request.as === 'admin' ? admin : visitor))
      const theirs = normaliseRest(answer)
      const isSame = JSON.stringify(ours) === JSON.stringify(theirs)
      if (isSame) same++
      const isExpected = Object.hasOwn(reasons, request.id)
      if (isSame === isExpected)
        unexpected.push(
          isSame
            ? `${request.id} is no longer different`
            : `${request.id} ${request.path}\n  ${JSON.stringify(theirs)}\n  ${JSON.stringify(ours)}`,
        )
    }
    t.diagnostic(`${same} of ${recorded.length} responses match (${((100 * same) / recorded.length).toFixed(2)} %)`)
    assert.deepEqual(unexpected, [])
    assert.ok(recorded.length >= 500)
    assert.ok(same / recorded.length >= 0.98)
  })
}

async function adminOf(wiki: Wiki): Promise<Caller> {
  const { callers, accounts } = wiki.services
  const account = await accounts.byName(wiki.db, 'Admin')
  return callers.logIn(callers.anonymous('127.0.0.1'), account!)
}

async function ask(wiki: Wiki, { path: sent, method = 'GET' }: RestRequest, caller: Caller): Promise<RestAnswer> {
  const [address, query = ''] = sent.split('?')
  const { signal } = new AbortController()
  const request = {
    method,
    path: address!,
    query,
    ip: caller.ip,
    body: Buffer.alloc(0),
    header: () => undefined,
    gone: () => signal,
  }
  const { status, headers, body } = await performRest(wiki, actionApi, request, caller)
  return { status, headers, body: body === null ? { _text: '' } : JSON.parse(JSON.stringify(body)) }
}
