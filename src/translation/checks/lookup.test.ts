import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CheckLookup, PastChange, SameString, StringProgress } from './lookup.ts'
import { runLookupChecks } from './run.ts'
import { type Circumstances, contextFor, type Forms, PLURALS, unitFor } from './testing.ts'

interface Surroundings {
  same?: SameString[]
  sources?: string[]
  past?: PastChange[]
  failing?: number
  progress?: Partial<StringProgress>
}

const NOW = new Date('2026-11-15T00:00:00Z')
const DAY = 24 * 60 * 60 * 1000

function lookupOf(around: Surroundings): CheckLookup {
  return {
    now: NOW,
    sameString: async () => around.same ?? [],
    sourcesWithSameTarget: async () => around.sources ?? [],
    pastChanges: async () => around.past ?? [],
    failingTranslations: async () => around.failing ?? 0,
    progress: async () => ({ added: NOW, states: [], componentTranslated: 0, ...around.progress }),
  }
}

const run = (target: Forms, around: Surroundings, how: Circumstances = {}, source: Forms = 'Open') =>
  runLookupChecks(unitFor(source, target, how), contextFor(how), lookupOf(around))

const runSource = (around: Surroundings, flags = '') =>
  runLookupChecks(unitFor('Open', 'Open', { flags }, true), contextFor(), lookupOf(around))

test('inconsistent: the same string has a different translation elsewhere', async () => {
  const same = [{ targets: ['Otevřít'], state: 20 }]
  assert.deepEqual(await run('Otevři', { same }), ['inconsistent'])
  assert.deepEqual(await run('Otevřít', { same }), [])
  assert.deepEqual(await run('', { same }, { state: 0 }), ['inconsistent'])
  assert.deepEqual(await run('', { same: [{ targets: ['x'], state: 10 }] }, { state: 0 }), [])
  assert.deepEqual(await run('Otevřít', { same: [{ targets: [''], state: 0 }] }), ['inconsistent'])
  assert.deepEqual(await run('Otevři', { same }, { flags: 'ignore-inconsistent' }), [])
  assert.deepEqual(await run('Otevři', {}), [])
})

test('reused: different strings have this translation', async () => {
  assert.deepEqual(await run('Otevřít', { sources: ['Unlock'] }), ['reused'])
  assert.deepEqual(await run('Otevřít', { sources: ['open'] }), ['reused'])
  assert.deepEqual(await run('فتح', { sources: ['open'] }, { language: 'ar' }), [], 'no capitals in Arabic')
  assert.deepEqual(await run('開く', { sources: ['Unlock'] }, { language: 'ja', plural: PLURALS.ja }), [])
  assert.deepEqual(await run('', { sources: ['Unlock'] }), [])
  assert.deepEqual(await run('Otevřít', { sources: ['Unlock'] }, { state: 0 }), [])
  assert.deepEqual(await run('Otevřít', { sources: ['Unlock'] }, { flags: 'ignore-reused' }), [])
})

test('translated: the string was translated before', async () => {
  const set = (text: string, state = 20): PastChange => ({ kind: 'target', targets: [text], state })
  const how = { state: 0 }
  assert.deepEqual(await run('', { past: [set('Otevřít')] }, how), ['translated'])
  assert.deepEqual(await run('', { past: [set('Otevřít', 10)] }, how), [])
  assert.deepEqual(await run('', { past: [set('')] }, how), [])
  assert.deepEqual(await run('Otevřít', { past: [set('Otevřít')] }, { state: 10 }), [])
  assert.deepEqual(await run('Otevřít', { past: [set('Otevři')] }), [], 'translated now')
  const changed: PastChange = { kind: 'source changed', targets: [], state: 10 }
  assert.deepEqual(await run('', { past: [changed, set('Otevřít')] }, how), [])
  const marked: PastChange = { kind: 'marked for edit', targets: ['Otevři'], state: 10 }
  assert.deepEqual(await run('', { past: [set(''), marked, set('Otevřít')] }, how), [])
  assert.deepEqual(await run('', { past: [set('Otevřít'), changed] }, how), ['translated'])
})

test('multiple_failures: at least two languages have failing checks', async () => {
  assert.deepEqual(await runSource({ failing: 2 }), ['multiple_failures'])
  assert.deepEqual(await runSource({ failing: 1 }), [])
  assert.deepEqual(await runSource({ failing: 9 }, 'ignore-multiple-failures'), [])
  assert.deepEqual(await run('Otevřít', { failing: 2 }), [], 'not on translations')
})

test('long_untranslated: old, and far behind the component', async () => {
  const added = new Date(NOW.getTime() - 91 * DAY)
  const states = [0, 0, 10, 20]
  assert.deepEqual(await runSource({ progress: { added, states, componentTranslated: 0.6 } }), ['long_untranslated'])
  assert.deepEqual(await runSource({ progress: { added, states, componentTranslated: 0.5 } }), [])
  assert.deepEqual(await runSource({ progress: { states, componentTranslated: 0.6 } }), [], 'too young')
  assert.deepEqual(await runSource({ progress: { added, states: [], componentTranslated: 0.6 } }), [])
  assert.deepEqual(await runSource({ progress: { added, states: [0, 0], componentTranslated: 0 } }), [])
})
