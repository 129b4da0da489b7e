import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Flags } from './flags.ts'
import { check, checks, checksOf } from './index.ts'
import { contextFor, runChecks, unitFor } from './testing.ts'

const run = (...args: Parameters<typeof unitFor>) => runChecks(unitFor(...args), contextFor(args[2]))

test('lists failing checks in registry order', () => {
  const failing = run('Open %s.\n', ' Otevřít', { flags: 'c-format, max-length:3' })
  assert.deepEqual(failing, ['end_newline', 'begin_space', 'max-length', 'c_format', 'newline-count'])
  assert.deepEqual(run('Open', 'Otevřít'), [])
})

test('skips untranslated and read-only strings but checks those that need editing', () => {
  const failing = (state: number) => run('Open the file.', 'Otevřít soubor', { state })
  for (const state of [0, 100]) assert.deepEqual(failing(state), [], `state ${state}`)
  for (const state of [10, 11, 12, 20, 30]) assert.deepEqual(failing(state), ['end_stop'], `state ${state}`)
})

test('flags turn off one check or all of them', () => {
  for (const { id } of checks()) {
    const flag = `ignore-${id.replaceAll('_', '-')}`
    const unit = { ...unitFor('%s file(s)...  ', ' soubor'), flags: Flags.of(`c-format, max-length:1, ${flag}`) }
    assert.equal(runChecks(unit, contextFor()).includes(id), false, id)
    assert.equal(runChecks({ ...unit, isSource: true }, contextFor()).includes(id), false, id)
  }
  assert.deepEqual(run('Open the file.', ' Otevřít', { flags: 'ignore-all-checks, max-length:1' }), [])
})

test('runs source checks only on source strings', () => {
  const how = { flags: 'c-format' }
  assert.deepEqual(run('%s of %s file(s)...', '', how, true), ['optional_plural', 'ellipsis', 'unnamed_format'])
  assert.deepEqual(run('%s of %s file(s)...', '%s...', how), ['c_format'])
})

test('does not run checks without their required flag', () => {
  assert.deepEqual(run('%s {name} [b]x[/b]', 'nic', {}), [])
  for (const needed of checks().filter(({ flags }) => flags.length > 0)) {
    assert.ok(
      needed.flags.every(flag => /^[a-z0-9-]+$/.test(flag)),
      needed.id,
    )
  }
})

test('runs only glossary checks on glossaries, including source terms', () => {
  const context = { ...contextFor(), isGlossary: true }
  assert.deepEqual(runChecks(unitFor('term.', '=pojem  x'), context), ['prohibited_initial_character'])
  assert.deepEqual(runChecks(unitFor('=term...', '=term...', {}, true), context), ['prohibited_initial_character'])
  assert.deepEqual(runChecks(unitFor('=term', '', { state: 0 }), context), [])
})

test('a string without forms passes all checks', () => {
  assert.deepEqual(runChecks(unitFor([], []), contextFor()), [])
  assert.deepEqual(runChecks(unitFor([], [], {}, true), contextFor()), [])
  assert.deepEqual(runChecks(unitFor(['', ''], ['', '', '']), contextFor()), [])
})

test('the registry lists every check once with a name and description', () => {
  const ids = checks().map(({ id }) => id)
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.length >= 60, `${ids.length} checks`)
  for (const each of checks()) {
    assert.equal(check(each.id), each)
    assert.match(each.id, /^[a-z0-9]+(?:[_-][a-z0-9]+)*$/)
    assert.match(each.name, /^\S.*\S$/)
    assert.match(each.description, /^[A-Z].*\.$/)
  }
  assert.equal(check('nonsense'), undefined)
  assert.equal(checksOf('source').length + checksOf('target').length, ids.length)
  assert.deepEqual(
    checksOf('source').map(({ id }) => id),
    [
      'icu_message_format_syntax',
      'optional_plural',
      'ellipsis',
      'source-max-length',
      'multiple_failures',
      'long_untranslated',
      'unnamed_format',
      'fluent-source-syntax',
      'fluent-source-inner-html',
    ],
  )
})
