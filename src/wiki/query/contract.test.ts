import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { paramMessages } from '../api/help/help-messages.ts'
import { describeModule } from '../api/help/listing.ts'
import { ModuleTree } from '../api/module-tree.ts'
import { DEFAULT_SETTINGS, offeredParams } from '../api/params/offered.ts'
import { toVersion1 } from '../api/result/version1.ts'
import siteInfo from '../site/fixtures/site-ru.json' with { type: 'json' }
import { siteFromInfo } from '../site/site.ts'
import { generatorModules, queryModule, queryModules, queryModulesOf } from './registry.ts'
import { readContract } from './testing-contract.ts'

const contract = readContract(readFileSync(new URL('fixtures/contract.md', import.meta.url), 'utf8'))
const site = siteFromInfo(siteInfo)
const listed = (name: string, highLimits = false) => {
  const module = queryModule(name)!
  const usual = { ...module, params: offeredParams(module.params, DEFAULT_SETTINGS) }
  const node = { path: `query+${name}`, module: usual, children: [] }
  return toVersion1(describeModule(node, { site, highLimits })) as Record<string, unknown>
}

/** There may be modules beyond the contract: adding one takes its file and a line in the index. */
const declared = (modules: readonly { readonly name: string }[]) =>
  modules.map(module => module.name).filter(name => contract.some(module => module.name === name))

test('all modules of the contract are declared in its order', () => {
  assert.equal(contract.length, 62)
  assert.deepEqual(
    declared(queryModules),
    contract.map(module => module.name),
  )
})

test('no two modules share a name or a prefix', () => {
  const names = queryModules.map(module => module.name)
  assert.deepEqual(names, [...new Set(names)])
  const prefixes = queryModules.map(module => module.prefix)
  assert.deepEqual(prefixes, [...new Set(prefixes)])
})

test('every parameter is listed as in the contract', t => {
  let equal = 0
  for (const module of contract) {
    const parameters = listed(module.name).parameters as Record<string, unknown>[]
    for (const [place, expected] of module.parameters.entries()) {
      assert.deepEqual(
        parameters[place],
        toVersion1({ index: place + 1, ...expected }),
        `${module.name}.${expected.name}`,
      )
      equal++
    }
    assert.equal(parameters.length, module.parameters.length, module.name)
  }
  const total = contract.reduce((sum, module) => sum + module.parameters.length, 0)
  t.diagnostic(`${contract.length} modules, ${equal} of ${total} parameters equal`)
  assert.equal(total, 503)
})

test('every module has the group, prefix and markers of the contract', () => {
  for (const module of contract) {
    const entry = listed(module.name)
    const withoutReading = ['authmanagerinfo', 'tokens'].includes(module.name)
    assert.deepEqual(
      { ...entry, classname: '', helpurls: [], parameters: [] },
      {
        name: module.name,
        classname: '',
        path: `query+${module.name}`,
        group: module.group,
        prefix: module.prefix,
        source: 'MediaWiki',
        sourcename: 'MediaWiki',
        licensetag: 'GPL-2.0-or-later',
        licenselink: entry.licenselink,
        ...(!withoutReading && { readrights: '' }),
        ...(module.generator && { generator: '' }),
        ...(module.deprecated && { deprecated: '' }),
        helpurls: [],
        parameters: [],
        templatedparameters: [],
      },
    )
    assert.equal((entry.helpurls as unknown[]).length, module.name === 'languageinfo' ? 0 : 1)
    assert.match(entry.classname as string, /^ApiQuery\w+$/)
  }
})

test('the license page is a local special page with its local name', () => {
  assert.equal(
    decodeURIComponent(listed('allpages').licenselink as string).replace(site.server, ''),
    '/wiki/Служебная:Версия/License/MediaWiki',
  )
})

test('callers with higher limits see their own limit of values', () => {
  const parameters = listed('allpages', true).parameters as Record<string, unknown>[]
  const prtype = parameters.find(param => param.name === 'prtype')
  assert.deepEqual([prtype?.lowlimit, prtype?.highlimit, prtype?.limit], [50, 500, 500])
})

test('the registry has all groups and generators', () => {
  for (const group of ['list', 'prop', 'meta'] as const) {
    const expected = contract.filter(module => module.group === group).map(module => module.name)
    assert.deepEqual(declared(queryModulesOf(group)), expected)
  }
  assert.deepEqual(
    declared(generatorModules),
    contract.filter(module => module.generator).map(module => module.name),
  )
  assert.equal(queryModule('nosuch'), undefined)
})

test('every parameter has a description', () => {
  const tree = new ModuleTree([], queryModules)
  for (const module of queryModules) {
    const node = { path: `query+${module.name}`, module, children: [] }
    for (const [name, param] of Object.entries(module.params)) {
      const [first] = paramMessages(node, name, param, tree)
      assert.match(first!.ownWords, /^[A-Z].+\.$/, `${module.name}.${name}`)
    }
  }
})

test('every module has a summary', () => {
  for (const module of queryModules) assert.match(module.summary, /^[A-Z].{10,150}\.$/, module.name)
})
