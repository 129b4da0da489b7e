// Every action describes itself as MediaWiki 1.39's does: the listing recorded from one, action by action.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { actions } from '#wiki/actions/index.ts'
import { testWiki } from '#wiki/testing.ts'

interface Parameter {
  readonly name: string
  readonly type: unknown
}
interface Listed {
  readonly name: string
  readonly parameters: readonly Parameter[]
}

const recorded: Listed[] = JSON.parse(
  gunzipSync(readFileSync(path.join(import.meta.dirname, 'corpus', 'action-listing.json.gz'))).toString('utf8'),
)

/** What depends on the wiki that was asked: its own tags, groups and languages are not part of the comparison. */
const OF_THE_WIKI: Readonly<Record<string, readonly string[]>> = {
  feedcontributions: ['tagfilter'],
  setpagelanguage: ['lang'],
  tag: ['add', 'remove'],
  userrights: ['add', 'remove'],
}

/** What is meant to differ: `help` and `paraminfo` list the modules that are here, and `query` those of the contract. */
const OWN = new Set(['query'])

/** The module and each of its parameters under a name of its own, so that a difference names its place. */
function parts(module: Listed): Map<string, string> {
  const { parameters, ...rest } = module
  const ours = OF_THE_WIKI[module.name] ?? []
  const shown = parameters.map(param => {
    const depends = ours.includes(param.name) || param.name === 'tags'
    return depends && Array.isArray(param.type) ? { ...param, type: ['…'] } : param
  })
  const own = { ...rest, licenselink: '…', names: parameters.map(param => param.name) }
  return new Map([
    [module.name, sorted(own)],
    ...shown.map(param => [`${module.name}.${param.name}`, sorted(param)] as const),
  ])
}

const sorted = (value: object): string =>
  JSON.stringify(value, (_, part) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

test('each action lists itself as MediaWiki 1.39 lists its own', async () => {
  const wiki = await testWiki()
  const { json } = await wiki.ask({ action: 'paraminfo', modules: '*', helpformat: 'none', formatversion: '2' })
  const ours = new Map((json.paraminfo.modules as Listed[]).map(module => [module.name, module]))
  const wrong: string[] = []
  for (const { name } of actions) {
    const theirs = recorded.find(module => module.name === name)
    if (OWN.has(name) || !theirs) continue
    const [here, there] = [parts(ours.get(name)!), parts(theirs)]
    for (const part of new Set([...here.keys(), ...there.keys()]))
      if (here.get(part) !== there.get(part)) wrong.push(`${part}\n  ${here.get(part)}\n  ${there.get(part)}`)
  }
  assert.equal(wrong.join('\n'), '')
})
