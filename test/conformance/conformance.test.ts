// Compares our responses with those of a real MediaWiki 1.39 for the same wiki.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Engine } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder } from '#store/testing.ts'
import { answers, type CorpusWiki, corpusWiki, shared } from './corpus-wiki.ts'
import expected from './expected-differences.json' with { type: 'json' }
import { differences, normalise, type Query, type Recorded, withoutTies } from './normalise.ts'
import { queries } from './recorded-queries.ts'
import worded from './worded-answers.json' with { type: 'json' }

/** Intended differences and known gaps, with reasons. */
const deliberate: Readonly<Record<string, string>> = { ...expected.deliberate, ...expected.contract }
const known: Readonly<Record<string, string>> = { ...deliberate, ...expected.missing }
const { recorded, withTexts } = answers()

/** Responses with texts of MediaWiki's interface, which need imported messages. */
const inWords = new Set(withTexts ? [] : worded)
const compared = queries().filter(query => recorded.has(query.id) && !inWords.has(query.id))

function messagesFolder(): string | undefined {
  const archive = path.join(shared, 'data', 'mediawiki-messages.tar.gz')
  if (!existsSync(archive)) return undefined
  const folder = temporaryFolder()
  execFileSync('tar', ['xzf', archive, '-C', folder])
  return path.join(folder, 'messages')
}

if (inWords.size > 0) {
  const reason = 'these responses need the messages of MediaWiki (shared/data)'
  test(`${inWords.size} more responses`, { skip: reason }, () => {})
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  test(`responses match MediaWiki on ${engine}`, { skip }, async t => {
    const wiki = await corpusWiki(engine, messagesFolder())
    const byModule = Map.groupBy(compared, query => query.module)
    const tally = { same: 0, different: 0 }
    for (const [module, list] of byModule) {
      await t.test(module, async () => {
        const { unexpected, resolved, same, intended, byContract } = await compare(wiki, list)
        tally.same += same
        tally.different += list.length - same - byContract
        assert.deepEqual(unexpected, [], `${module}: unexpected differences`)
        assert.deepEqual(resolved, [], `${module}: no longer different; remove them from the list`)
        const right = same + intended
        assert.ok(right / list.length >= 0.95, `${module}: ${right} of ${list.length} responses are correct`)
      })
    }
    const share = tally.same / (tally.same + tally.different)
    t.diagnostic(`${tally.same} of ${tally.same + tally.different} responses match (${(100 * share).toFixed(2)} %)`)
    assert.ok(share >= 0.99)
  })
}

interface Comparison {
  readonly same: number
  /** Different on purpose. */
  readonly intended: number
  /** Those among them where MediaWiki 1.39 differs from the contract, which wins. */
  readonly byContract: number
  readonly unexpected: readonly string[]
  readonly resolved: readonly string[]
}

async function compare(wiki: CorpusWiki, list: readonly Query[]): Promise<Comparison> {
  let same = 0
  let intended = 0
  let byContract = 0
  const unexpected: string[] = []
  const resolved: string[] = []
  for (const query of list) {
    const seen = (answer: Recorded) =>
      query.group === 'engine-order' ? withoutTies(normalise(answer, query)) : normalise(answer, query)
    const theirs = seen(recorded.get(query.id)!)
    const ours = seen(await wiki.ask(query))
    const different = differences(theirs, ours)
    if (different.length === 0) {
      same++
      // Some texts need imported messages; without them, the entries are still needed.
      if (query.id in known && withTexts) resolved.push(query.id)
    } else if (query.id in deliberate) {
      intended++
      if (query.id in expected.contract) byContract++
    } else if (!(query.id in known))
      unexpected.push([query.id, JSON.stringify(query.params), ...different].join('\n    '))
  }
  return { same, intended, byContract, unexpected, resolved }
}
