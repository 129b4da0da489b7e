// Our answers against those that a real MediaWiki 1.39 gave about the same wiki.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { Engine } from '#store/store.ts'
import { NO_POSTGRES, temporaryFolder } from '#store/testing.ts'
import { answers, type CorpusWiki, corpusWiki, queries, shared } from './corpus-wiki.ts'
import expected from './expected-differences.json' with { type: 'json' }
import { differences, normalise, type Query } from './normalise.ts'
import worded from './worded-answers.json' with { type: 'json' }

/** Where another answer is the right one here, and where ours is still missing something; with the reason. */
const deliberate: Readonly<Record<string, string>> = expected.deliberate
const known: Readonly<Record<string, string>> = { ...deliberate, ...expected.missing }
const { recorded, withTexts } = answers()

/** The groups that a different engine, cache or version may answer otherwise are looked at apart. */
const COMPARED = new Set(['core', 'formats'])
/** These hold words of MediaWiki's interface, which are there only when its messages can be imported. */
const inWords = new Set(withTexts ? [] : worded)
const asked = queries().filter(
  query => COMPARED.has(query.group ?? 'core') && recorded.has(query.id) && !inWords.has(query.id),
)

function messagesFolder(): string | undefined {
  const archive = path.join(shared, 'data', 'mediawiki-messages.tar.gz')
  if (!existsSync(archive)) return undefined
  const folder = temporaryFolder()
  execFileSync('tar', ['xzf', archive, '-C', folder])
  return path.join(folder, 'messages')
}

if (inWords.size > 0) {
  const reason = 'answers in the words of MediaWiki: its messages (shared/data) are not here'
  test(`${inWords.size} more answers`, { skip: reason }, () => {})
}

for (const engine of ['sqlite', 'postgres'] satisfies Engine[]) {
  const skip = engine === 'postgres' && !process.env.PARLANCE_TEST_POSTGRES ? NO_POSTGRES : false
  test(`answers as MediaWiki does, on ${engine}`, { skip }, async t => {
    const wiki = await corpusWiki(engine, messagesFolder())
    const byModule = Map.groupBy(asked, query => query.module)
    const tally = { same: 0, different: 0 }
    for (const [module, list] of byModule) {
      await t.test(module, async () => {
        const { unexpected, healed, same, intended } = await compare(wiki, list)
        tally.same += same
        tally.different += list.length - same
        assert.deepEqual(unexpected, [], `${module}: answers that differ and are not listed`)
        assert.deepEqual(
          healed,
          [],
          `${module}: listed as different, but they are the same now; take them off the list`,
        )
        const right = same + intended
        assert.ok(right / list.length >= 0.95, `${module}: ${right} of ${list.length} answers are as they should be`)
      })
    }
    const share = tally.same / (tally.same + tally.different)
    t.diagnostic(
      `${tally.same} of ${tally.same + tally.different} answers are the same (${(100 * share).toFixed(2)} %)`,
    )
    assert.ok(share >= 0.99)
  })
}

interface Comparison {
  readonly same: number
  /** Different on purpose. */
  readonly intended: number
  readonly unexpected: readonly string[]
  readonly healed: readonly string[]
}

async function compare(wiki: CorpusWiki, list: readonly Query[]): Promise<Comparison> {
  let same = 0
  let intended = 0
  const unexpected: string[] = []
  const healed: string[] = []
  for (const query of list) {
    const theirs = normalise(recorded.get(query.id)!, query)
    const ours = normalise(await wiki.ask(query), query)
    const different = differences(theirs, ours)
    if (different.length === 0) {
      same++
      // A few texts need imported messages; without them those entries of the list stay.
      if (query.id in known && withTexts) healed.push(query.id)
    } else if (query.id in deliberate) intended++
    else if (!(query.id in known))
      unexpected.push([query.id, JSON.stringify(query.params), ...different].join('\n    '))
  }
  return { same, intended, unexpected, healed }
}
