import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moduleHost } from './lua/testing/run-module.ts'
import { askModule } from './module-console.ts'

const SUM = `local p = {}
function p.add(a, b)
  mw.log('adding', a)
  return a + b
end
return p`

const page = { ns: 828, dbkey: 'Sum' }
const ask = (question: string, earlier: readonly string[] = [], text = SUM, host = moduleHost({})) =>
  askModule(host, { page, text, earlier, question })
const messageOf = (result: ReturnType<typeof ask>) => (result.type === 'error' ? result.message : result)

test('the console shows values and what a module logs', () => {
  assert.deepEqual(ask('=p.add(1, 2)'), { type: 'normal', print: 'adding\t1\n', return: '3' })
  assert.deepEqual(ask('print(p) mw.log(1, 2)'), { type: 'normal', print: 'table\n1\t2\n', return: '' })
  assert.deepEqual(ask('=1, nil -- a comment'), { type: 'normal', print: '', return: '1\tnil' })
  assert.deepEqual(ask('=p', [], 'return 5'), { type: 'normal', print: '', return: '5' })
})

test('earlier questions keep their variables, and their output is not repeated', () => {
  const earlier = ['local x = p.add(1, 2)', 'y = 4', '=p.add(5, 6)']
  assert.deepEqual(ask('=x + y', earlier), { type: 'normal', print: '', return: '7' })
})

test('the console knows the wiki and the page of the module', () => {
  const host = moduleHost({ Other: 'return { f = function () return 8 end }' }, { pages: { '10:A': '({{{1}}})' } })
  const asked = (question: string) => ask(question, [], SUM, host)
  assert.deepEqual(asked("=require('Module:Other').f()"), { type: 'normal', print: '', return: '8' })
  const call = "=mw.getCurrentFrame():preprocess('{{A|b}} {{FULLPAGENAME}}')"
  assert.deepEqual(asked(call), { type: 'normal', print: '', return: '(b) Module:Sum' })
})

test('errors have a place and a trace with links to the lines of modules', () => {
  const failed = ask('=p.add(1)')
  assert.ok(failed.type === 'error')
  assert.equal(failed.message, "Lua error at line 4: attempt to perform arithmetic on local 'b' (a nil value).")
  assert.equal(failed.messagename, 'scribunto-lua-error-location')
  assert.match(failed.html, /<p>Backtrace:<\/p><ol class="scribunto-trace">/)
  assert.match(
    failed.html,
    /title=Module%3ASum&amp;action=edit#mw-ce-l4">Module:Sum:4<\/a><\/strong>: in function "add"/,
  )
  assert.doesNotMatch(failed.html, /base\.lua/)
  assert.equal(messageOf(ask('= =')), "Lua error in console at line 1: unexpected symbol near '='.")
  assert.equal(messageOf(ask('x = =', ['y = 1'])), "Lua error in console at line 2: unexpected symbol near '='.")
  assert.equal(messageOf(ask('=1', [], 'local = 3')), "Lua error at line 1: '<name>' expected near '='.")
  const marked = ask("error('<script>')")
  assert.ok(marked.type === 'error')
  assert.match(marked.html, /&lt;script&gt;/)
})

test('questions run in the limits of pages', () => {
  const host = moduleHost({}, {}, { seconds: 0.2, megabytes: 20 })
  assert.equal(
    messageOf(ask('while true do end', [], SUM, host)),
    'The time allocated for running scripts has expired.',
  )
  assert.equal(messageOf(ask("=('x'):rep(1e8)", [], SUM, host)), 'Lua error: not enough memory.')
  assert.deepEqual(ask('=io, loadstring, collectgarbage'), { type: 'normal', print: '', return: 'nil\tnil\tnil' })
})
