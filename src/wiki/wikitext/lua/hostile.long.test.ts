// Modules that try to run forever, to fill the memory, or to leave their environment.

import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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

/** Each must end with the error, within its limit, and leave the next page unharmed. */
const hostile: Readonly<Record<string, readonly [code: string, error: RegExp]>> = {
  'an endless loop': ['while true do end', TIME],
  'an endless loop in pcall': ['while true do pcall(function () while true do end end) end', TIME],
  'an endless loop in xpcall': ['xpcall(function () while true do end end, function () while true do end end)', TIME],
  'a metamethod that never returns': [
    'local t = setmetatable({}, { __index = function () while true do end end }) return t.x',
    TIME,
  ],
  'a comparison that never ends': [
    'local t = {} for i = 1, 50 do t[i] = i end while true do table.sort(t, function (a, b) return a > b end) end',
    TIME,
  ],
  'a pattern that never ends': ["return string.find(string.rep('a', 5000), '.-.-.-.-.-.-.-b')", TIME],
  'a pattern of characters that never ends': [
    "return mw.ustring.find(mw.ustring.rep('ā', 5000), '.-.-.-.-.-.-b')",
    TIME,
  ],
  'gsub with an endless function': ["return (string.gsub('a', 'a', function () while true do end end))", TIME],
  'gmatch that finds nothing, forever': [
    "while true do for _ in string.gmatch(string.rep('a', 1000), '(a*)b') do end end",
    TIME,
  ],
  'balanced brackets, forever': ["while true do string.find(string.rep('(', 20000), '%b()') end", TIME],
  'a trim of a long text, forever': ["while true do mw.text.trim(string.rep(' x', 50000)) end", TIME],
  'text that is expanded forever': ["while true do frame:preprocess('{{lc:A}}') end", TIME],
  'normalisation, forever': ["local s = mw.ustring.rep('ā', 400000) while true do mw.ustring.toNFD(s) end", TIME],
  'a sort of long strings': [
    "local a, b = string.rep('x', 3e6) .. 'a', string.rep('x', 3e6) .. 'b' local t = {} for i = 1, 1e5 do t[i] = i % 2 == 0 and a or b end table.sort(t)",
    TIME,
  ],
  'an iterator that never ends': ['for _ in function () return 1 end do end', TIME],
  'a __pairs that never ends': [
    'for _ in pairs(setmetatable({}, { __pairs = function () return function () return 1 end end })) do end',
    TIME,
  ],
  'a tostring that never ends': ['return setmetatable({}, { __tostring = function () while true do end end })', TIME],
  'a string that doubles': ["local s = 'x' while true do s = s .. s end", MEMORY],
  'a string that doubles in pcall': ["local s = 'x' while true do pcall(function () s = s .. s end) end", MEMORY],
  'string.rep': ["return string.rep('x', 1e9)", MEMORY],
  'string.rep in pcall': ["return pcall(string.rep, 'x', 1e9)", MEMORY],
  'gsub that grows a text': ["return (string.gsub(string.rep('x', 1e5), 'x', string.rep('%0', 1000)))", MEMORY],
  'a table that grows': ['local t = {} while true do t[#t + 1] = {} end', MEMORY],
  'a table that grows in pcall': [
    'while true do pcall(function () local t = {} while true do t[#t + 1] = {} end end) end',
    MEMORY,
  ],
  'closures that are kept': ['local f while true do local g = f f = function () return g end end', MEMORY],
  'table.concat': [
    "local t = {} for i = 1, 1000 do t[i] = string.rep('x', 1000) end local u = {} for i = 1, 1000 do u[i] = table.concat(t) .. i end return #u",
    MEMORY,
  ],
  'a log that grows': ["while true do mw.log(string.rep('x', 1000)) end", MEMORY],
}

for (const [name, [code, error]] of Object.entries(hostile)) {
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
