// Compares the listing of every action with the one recorded from MediaWiki 1.39.
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

/** Parameters that depend on the wiki's own tags, groups and languages. They are not compared. */
const OF_THE_WIKI: Readonly<Record<string, readonly string[]>> = {
  feedcontributions: ['tagfilter'],
  setpagelanguage: ['lang'],
  tag: ['add', 'remove'],
  userrights: ['add', 'remove'],
}

/** Intended differences: `query` lists the modules of the contract. */
const OWN = new Set(['query'])

/** The module and each of its parameters as separate entries, so that differences are easy to locate. */
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

test('action listings match MediaWiki 1.39', async () => {
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
