import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WikitextHost } from '../host.ts'
import { expandOn, moduleHost } from './testing/run-module.ts'

const modules = {
  T: `return {
  f = function (frame) return frame:preprocess('{{A|' .. (frame.args[1] or '') .. '}}') .. tostring(mw.title.new('Asked').exists) end,
  bad = function () error('no') end,
  time = function () return os.date('%Y') end,
  warn = function () mw.addWarning('careful') return '' end,
  tag = function (frame) return frame:extensionTag('ref', 'x') end,
}`,
}
const pages = { '10:A': '({{{1}}}){{#invoke:T|bad}}', '10:B': '{{#invoke:T|f|{{{1}}}}}' }
const text =
  '{{#invoke:T|f|x}} {{B|y}} {{B|z}} {{#invoke:T|bad}} {{#invoke:T|time}} {{#invoke:T|warn}} {{#invoke:None|f}}'

/** A host that keeps results, and counts how often a module was read. */
function keepingHost(): { readonly host: WikitextHost; readonly reads: () => number } {
  const plain = moduleHost(modules, { pages })
  let reads = 0
  const host = {
    ...plain,
    scriptMemo: new Map<string, unknown>(),
    isComplete: true,
    templateText: (ns: number, dbkey: string) => {
      if (ns === 828) reads++
      return plain.templateText(ns, dbkey)
    },
  }
  return { host, reads: () => reads }
}

test('a second parse gives the same page without running scripts', () => {
  const { host, reads } = keepingHost()
  const first = expandOn(host, text)
  const before = reads()
  const second = expandOn(host, text)
  assert.deepEqual(second, first)
  assert.deepEqual(first, expandOn(moduleHost(modules, { pages }), text))
  assert.equal(reads(), before)
})

test('a script with extension tags runs again', () => {
  const { host, reads } = keepingHost()
  expandOn(host, '{{#invoke:T|tag}}')
  const before = reads()
  expandOn(host, '{{#invoke:T|tag}}')
  assert.ok(reads() > before)
})

test('results with missing data are not kept', () => {
  const { host, reads } = keepingHost()
  const incomplete = { ...host, isComplete: false }
  expandOn(incomplete, text)
  const before = reads()
  expandOn(incomplete, text)
  assert.ok(reads() > before)
})
