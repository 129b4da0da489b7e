// Modules that try to run forever, to fill the memory, or to leave their environment.

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { HOSTILE_MODULES } from './testing/hostile-modules.ts'
import { expandOn, moduleHost } from './testing/run-module.ts'

const TIME = /The time allocated for running scripts has expired\./
const MEMORY = /Lua error: not enough memory\./

// Scripts hold the thread, so results are reported in between.
afterEach(() => sleep(5))

const limits = { seconds: 0.3, megabytes: 32 }
/** Filling the memory takes time, too. */
const patient = { seconds: 20, megabytes: 32 }
/** Far beyond the limit, but not beyond patience on a busy machine. */
const PROCESSOR_MS = 30_000

const body = (code: string): string => `local p = {}\nfunction p.f(frame)\n${code}\nend\nreturn p`

const run = (modules: Record<string, string>, text = '{{#invoke:T|f}}', pages: Record<string, string> = {}) => {
  const expanded = expandOn(moduleHost(modules, { pages }, limits), text)
  return { ...expanded, text: expanded.text.replaceAll('&#039;', "'") }
}

for (const [name, [code, limit]] of Object.entries(HOSTILE_MODULES)) {
  const error = limit === 'time' ? TIME : MEMORY
  test(`stops ${name}`, () => {
    const before = process.threadCpuUsage()
    const host = moduleHost({ T: body(code) }, {}, error === TIME ? limits : patient)
    const { text, found } = expandOn(host, '{{#invoke:T|f}}')
    const { user, system } = process.threadCpuUsage(before)
    assert.match(text, error)
    assert.ok((user + system) / 1000 < PROCESSOR_MS, `took ${(user + system) / 1000} ms`)
    assert.deepEqual(found.categories, [{ dbkey: 'Pages_with_script_errors', sortKeyPrefix: '' }])
    assert.equal(run({ T: body("return 'fine'") }).text, 'fine')
  })
}

/** Each must end with an error of its own. */
const refused: Readonly<Record<string, readonly [code: string, error: RegExp]>> = {
  'endless recursion': ['local function f() return 1 + f() end return f()', /stack overflow/],
  'endless recursion of metamethods': [
    'local t = setmetatable({}, {}) getmetatable(t).__index = function (s, k) return s[k] end return t.x',
    /stack overflow|C stack overflow/,
  ],
  'a pattern too deep': ["return string.find('x', string.rep('(', 40))", /too many captures/],
  'a forged frame': ['return frame.getParent({ args = {} })', /invalid frame object/],
  'compiled code': ["return loadstring('\\27Lua')", /attempt to call global 'loadstring' \(a nil value\)/],
  files: ["return io.open('/etc/passwd')", /attempt to index global 'io' \(a nil value\)/],
  commands: ["return os.execute('true')", /attempt to call field 'execute' \(a nil value\)/],
  'the environment of functions': ['return getfenv(0)', /attempt to call global 'getfenv'/],
  'the debug library': ['return debug.getinfo(1)', /attempt to call field 'getinfo'/],
  'native libraries': ["return package.loadlib('x', 'y')", /attempt to call field 'loadlib'/],
  coroutines: ['return coroutine.wrap(function () end)', /attempt to index global 'coroutine'/],
  'too many frames': ["for i = 1, 200 do frame:newChild({ title = 'X' }) end", /newChild: too many frames/],
  'too many expensive calls': [
    "for i = 1, 200 do local _ = mw.title.new('X' .. i).exists end",
    /too many expensive function calls/,
  ],
  'changes of shared data': ["mw.loadData('Module:D').x = 1", /table from mw\.loadData is read-only/],
}

for (const [name, [code, error]] of Object.entries(refused)) {
  test(`refuses ${name}`, () => {
    assert.match(run({ T: body(code), D: 'return { x = 0 }' }).text, error)
    assert.equal(run({ T: body("return 'fine'") }).text, 'fine')
  })
}

test('stops modules that require each other', () => {
  const { text } = run({ T: "return require('Module:U')", U: "return require('Module:T')" })
  assert.match(text, /loop or previous error loading module 'Module:U'/)
})

test('stops recursion through wikitext', () => {
  const { text } = run({ T: body("return frame:preprocess('{{#invoke:T|f}}')") })
  assert.match(text, /stack overflow|Template recursion|Expansion depth|script-error|scribunto-error|time allocated/)
  const looping = run({ T: body("return frame:expandTemplate{ title = 'A' }") }, '{{A}}', { '10:A': '{{#invoke:T|f}}' })
  assert.match(looping.text, /expandTemplate: template loop detected/)
})

test('keeps no globals from one module to the next', () => {
  const modules = {
    T: body("leak = 'x' string.leak = 'x' mw.leak = 'x' mw.text.leak = 'x' table.insert = nil math.floor = nil"),
    U: body(
      'return tostring(leak) .. tostring(string.leak) .. tostring(mw.leak) .. tostring(mw.text.leak) .. type(table.insert) .. type(math.floor)',
    ),
  }
  assert.equal(run(modules, '{{#invoke:T|f}}{{#invoke:U|f}}').text, 'nilnilnilnilfunctionfunction')
})

test('shares no metatables between modules', () => {
  const modules = {
    T: body(`local function spoil(object)
  local meta = getmetatable(object)
  if type(meta) == 'table' then
    meta.__tostring = function () return 'spoilt' end
    meta.__index = function () return function () return 'spoilt' end end
  end
end
spoil(mw.html.create('b')) spoil(mw.uri.new('//x/y')) spoil(mw.message.rawParam('x')) spoil(mw) spoil(_G)
spoil(mw.title.new('X')) spoil(mw.site.namespaces) spoil(mw.site.stats) spoil(mw.loadData('Module:D')) spoil('')`),
    U: body(`return tostring(mw.html.create('b'):wikitext('x')) .. tostring(mw.uri.new('//x/y')) .. tostring(mw.title.new('X'))
  .. mw.site.namespaces.Talk.id .. mw.loadData('Module:D').x .. ('a'):upper() .. tostring(mw.message.newRawMessage('$1'):rawParams('p'))`),
    D: 'return { x = 0 }',
  }
  assert.equal(run(modules, '{{#invoke:T|f}}{{#invoke:U|f}}').text, '<b>x</b>//x/yX10Ap')
  assert.equal(run(modules, '{{#invoke:U|f}}').text, '<b>x</b>//x/yX10Ap')
})

test('copies objects of libraries', () => {
  const code =
    "local b = mw.html.create('b'):wikitext('x') local c = mw.clone(b):wikitext('y') return tostring(b) .. tostring(c)"
  assert.equal(run({ T: body(code) }).text, '<b>x</b><b>xy</b>')
})

test('gives later modules no time once it is used up', () => {
  const before = process.threadCpuUsage()
  const { text } = run({ T: body('while true do end') }, '{{#invoke:T|f}}'.repeat(50))
  const { user, system } = process.threadCpuUsage(before)
  assert.equal(text.match(new RegExp(TIME, 'g'))?.length, 50)
  assert.ok((user + system) / 1000 < PROCESSOR_MS)
})

test('returns the memory', () => {
  for (let count = 0; count < 40; count++)
    assert.match(run({ T: body("local s = 'x' while true do s = s .. s end") }).text, MEMORY)
  globalThis.gc?.()
  assert.equal(run({ T: body("return 'fine'") }).text, 'fine')
  assert.ok(process.memoryUsage().rss < 1500 * 1024 * 1024, `${process.memoryUsage().rss} bytes`)
})
