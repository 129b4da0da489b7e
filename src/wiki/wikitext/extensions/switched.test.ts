import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultSite, siteFromInfo } from '#wiki/site/site.ts'
import { extensions } from './index.ts'
import { EXTENSION_NAMES } from './names.ts'
import { extensionsOf, withExtensions } from './switched.ts'

const names = (site: Parameters<typeof extensionsOf>[0]) => extensionsOf(site).map(({ name }) => name)

test('the index has every extension, each tag and function once', () => {
  assert.deepEqual(extensions.map(({ name }) => name).sort(), [...EXTENSION_NAMES].sort())
  for (const kind of ['tags', 'functions'] as const) {
    const all = extensions.flatMap(extension => Object.keys(extension[kind] ?? {}))
    assert.equal(new Set(all).size, all.length)
  }
})

test('a new wiki has all of them, complete', () => {
  const { info } = defaultSite()
  assert.deepEqual(
    names(defaultSite()),
    extensions.map(({ name }) => name),
  )
  for (const { tags = {}, functions = {}, words = [] } of extensions) {
    for (const tag of Object.keys(tags)) assert.ok(info.extensiontags.includes(`<${tag}>`), tag)
    for (const id of Object.keys(functions)) assert.ok(info.functionhooks.includes(id), id)
    for (const { name, aliases } of words)
      assert.deepEqual(info.magicwords.find(word => word.name === name)?.aliases, aliases)
  }
})

test('an imported wiki has those that it lists', () => {
  const site = siteFromInfo({ extensiontags: ['<pre>', '<poem>'], functionhooks: ['if', 'lst'], extensions: [] })
  assert.deepEqual(names(site), ['LabeledSectionTransclusion', 'Poem'])
})

test('the setting switches them on and off', () => {
  const site = siteFromInfo({
    extensiontags: ['<pre>', '<poem>'],
    functionhooks: ['if'],
    extensions: [],
    magicwords: [],
  })
  const changed = withExtensions(site, ['-Poem', 'LabeledSectionTransclusion', 'Math'])
  assert.deepEqual(names(changed), ['LabeledSectionTransclusion', 'Math'])
  assert.deepEqual(changed.info.extensiontags, ['<pre>', '<section>', '<math>', '<chem>', '<ce>'])
  assert.deepEqual(changed.info.functionhooks, ['if', 'lst', 'lstx', 'lsth'])
  assert.deepEqual(names(site), ['Poem'])
  assert.equal(withExtensions(site, []), site)
})
