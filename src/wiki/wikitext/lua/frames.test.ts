import assert from 'node:assert/strict'
import { test } from 'node:test'
import { preSave } from '../pre-save.ts'
import { expandOn, moduleHost, resultOf } from './testing/run-module.ts'

const withPages = (pages: Record<string, string>) => ({ pages })

test('arguments are trimmed when named, and kept as they are when numbered', () => {
  const body = "return '[' .. frame.args[1] .. '][' .. frame.args.name .. '][' .. tostring(frame.args[3]) .. ']'"
  assert.equal(resultOf(body, '| a |name= b '), '[ a ][b][nil]')
})

test('arguments can be counted and listed, numbers first', () => {
  const body = `local list = {}
for k, v in pairs(frame.args) do list[#list + 1] = tostring(k) .. '=' .. v end
local n = 0
for _ in ipairs(frame.args) do n = n + 1 end
return table.concat(list, ' ') .. ' ' .. n .. type(next(frame.args))`
  assert.equal(resultOf(body, '|a|b|x=c'), '1=a 2=b x=c 2nil')
})

test('an argument is expanded only when it is read', () => {
  const host = moduleHost({ T: 'return { f = function (frame) return frame.args[2] end }' }, withPages({ '10:A': 'a' }))
  const { text, found } = expandOn(host, '{{#invoke:T|f|{{A}}|b}}')
  assert.equal(text, 'b')
  assert.deepEqual(
    found.templates.map(({ ns }) => ns),
    [828],
  )
})

test('the parent frame has the arguments of the template', () => {
  const modules = {
    T: 'return { f = function (frame) local p = frame:getParent() return p.args.x .. p:getTitle() .. frame:getTitle() end }',
  }
  const host = moduleHost(modules, withPages({ '10:A': '{{#invoke:T|f}}' }))
  assert.equal(expandOn(host, '{{A|x=1}}').text, '1Template:AModule:T')
})

test('wikitext is expanded with the arguments of the frame', () => {
  const pages = withPages({ '10:A': '({{{1}}}{{{x|}}})' })
  assert.equal(resultOf("return frame:preprocess('{{{1}}}{{A|z}}')", '|y', pages), 'y(z)')
  assert.equal(resultOf("return frame:expandTemplate{ title = 'A', args = { 'p', x = ' q ' } }", '', pages), '(pq)')
  assert.equal(resultOf("return frame:callParserFunction('#if', 'x', 'yes', 'no')"), 'yes')
  assert.equal(resultOf("return frame:callParserFunction{ name = 'lc', args = 'ABC' }"), 'abc')
  assert.equal(resultOf("return frame:newChild{ args = { 'c' } }:preprocess('{{{1}}}')"), 'c')
  assert.equal(
    resultOf("return frame:newParserValue('{{lc:A}}'):expand() .. frame:getArgument(1):expand()", '|b'),
    'ab',
  )
})

test('an extension tag is called with content and attributes', () => {
  assert.match(resultOf("return frame:extensionTag('nowiki', '[[x]]')"), /\[\[x\]\]/)
})

test('errors of frames name what is wrong', () => {
  const shown = (body: string) => resultOf(body).replaceAll('&#039;', "'").replaceAll('&quot;', '"')
  assert.match(shown("return frame:expandTemplate{ title = 'None' }"), /expandTemplate: template "None" does not exist/)
  assert.match(
    shown("return frame:callParserFunction('none', 'x')"),
    /callParserFunction: function "none" was not found/,
  )
  assert.match(shown("return frame.preprocess('x')"), /Did you call preprocess with a dot instead of a colon/)
  assert.match(shown("return frame:expandTemplate{ title = 'A', args = { {} } }"), /invalid type table for arg '1'/)
})

test('results are joined, and tables are shown with their own text', () => {
  assert.equal(resultOf("return 1, 'a', true"), '1atrue')
  assert.equal(resultOf("return setmetatable({}, { __tostring = function () return 'shown' end })"), 'shown')
  assert.equal(resultOf(''), '')
})

test('errors are shown as Scribunto shows them, numbered, with a category', () => {
  const host = moduleHost({ T: 'return { f = function () error("oh") end, g = 1 }', S: 'x =', N: 'return 5' })
  const { text, found } = expandOn(
    host,
    '{{#invoke:T|f}}{{#invoke:T|g}}{{#invoke:T|h}}{{#invoke:S|f}}{{#invoke:N|f}}{{#invoke:X|f}}{{#invoke:T}}',
  )
  const errors = [
    ...text.matchAll(
      /<strong class="error"><span class="scribunto-error" id="mw-scribunto-error-(\d)">(.*?)<\/span><\/strong>/g,
    ),
  ]
  assert.deepEqual(
    errors.map(([, number, words]) => `${number} ${words!.replaceAll('&quot;', '"').replaceAll('&#039;', "'")}`),
    [
      '0 Lua error in Module:T at line 1: oh.',
      '1 Script error: "g" is not a function.',
      '2 Script error: The function "h" does not exist.',
      "3 Lua error in Module:S at line 1: unexpected symbol near '&lt;eof&gt;'.",
      '4 Script error: The module returned a number value. It is supposed to return an export table.',
      '5 Script error: No such module "X".',
      '6 Script error: You must specify a function to call.',
    ],
  )
  assert.deepEqual(found.categories, [{ dbkey: 'Pages_with_script_errors', sortKeyPrefix: '' }])
})

test('modules that are required count as included, and titles that are asked for as links', () => {
  const host = moduleHost({
    T: "local u = require('Module:U') return { f = function () return u.x .. tostring(mw.title.new('Asked').exists) end }",
    U: "return { x = mw.title.new('Read'):getContent() or '' }",
  })
  const { text, found } = expandOn(host, '{{#invoke:T|f}}')
  assert.equal(text, 'false')
  const names = (list: readonly { ns: number; dbkey: string }[]) => list.map(({ ns, dbkey }) => `${ns}:${dbkey}`)
  assert.deepEqual(names(found.templates), ['828:T', '828:U', '0:Read'])
  assert.deepEqual(names(found.links), ['0:Asked'])
})

test('a module inside a module sees its own frame', () => {
  const modules = {
    T: "return { f = function (frame) return frame.args[1] .. frame:preprocess('{{#invoke:U|f|inner}}') .. frame.args[1] end }",
    U: 'return { f = function (frame) return frame.args[1] .. mw.getCurrentFrame():getTitle() end }',
  }
  assert.equal(expandOn(moduleHost(modules), '{{#invoke:T|f|outer}}').text, 'outerinnerModule:Uouter')
})

test('the time makes the page change', () => {
  const host = moduleHost({
    T: "return { f = function () return os.date('%Y') end, g = function () return os.date('%Y', 0) end }",
  })
  assert.equal(expandOn(host, '{{#invoke:T|f}}').lasts, 86_400)
  assert.equal(expandOn(host, '{{#invoke:T|g}}').lasts, null)
})

test('warnings and random numbers', () => {
  assert.equal(
    resultOf("mw.addWarning('careful') return math.random(1, 100) == math.random(1, 100) and '' or 'x'").length <= 1,
    true,
  )
  const host = moduleHost({ T: 'return { f = function () return math.random(1, 1000000) end }' })
  assert.equal(expandOn(host, '{{#invoke:T|f}}').text, expandOn(host, '{{#invoke:T|f}}').text)
})

test('a script knows whether its result is about to be saved', () => {
  const host = moduleHost({ T: 'return { f = function () return tostring(mw.isSubsting()) end }' })
  const saved = preSave({ ns: 0, dbkey: 'Page' }, '{{subst:#invoke:T|f}} {{#invoke:T|f}}', host, {
    author: 'A',
    time: 'now',
  })
  assert.equal(saved, 'true {{#invoke:T|f}}')
  assert.equal(expandOn(host, '{{#invoke:T|f}}').text, 'false')
})

test('text is cleaned: characters that pages cannot contain are replaced', () => {
  assert.equal(resultOf("return 'a\\0b\\255' .. 'e\\204\\129'"), 'a\ufffdb\ufffdé')
})

test('an argument that is given twice is tracked', () => {
  const messages = { 'duplicate-args-category': 'Twice', 'duplicate-args-warning': '$1 calls $2 with two values of $3' }
  const host = moduleHost({ T: 'return { f = function (frame) return frame.args[2] end }' }, { messages })
  const { text, found } = expandOn(host, '{{#invoke:T|f|a|2=b|c}}')
  assert.equal(text, 'c')
  assert.deepEqual(
    found.categories.map(({ dbkey }) => dbkey),
    ['Twice'],
  )
})
