// Properties of every check on any text.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyCharacter } from '#store/testing-text.ts'
import type { Check } from './check.ts'
import { FlagSyntaxError, Flags } from './flags.ts'
import { checks } from './index.ts'
import { contextFor, PLURALS, runChecks, unitFor } from './testing.ts'

const LANGUAGES = ['cs', 'fr', 'ja', 'ar', 'el', 'hy', 'my', 'hi', 'kab', 'eu', 'tr', 'zh_Hans']
const VALUES: Readonly<Record<string, string>> = {
  accelerator: 'accelerator:&',
  'max-length': 'max-length:20',
  'max-lines': 'max-lines:2',
  placeholders: 'placeholders:$X$:r"\\d+"',
  regex: 'regex:a*b',
}

const flagOf = (check: Check): string => VALUES[check.id] ?? check.flags[0] ?? ''

// Texts full of patterns that checks look for.
const SIGNS = String.raw`%s %(a)s %1$d % { } {0} {{a}} $ $\{a} <b> </b> <br/> &amp; < > [ ] [a](b) [b]x[/b] * ** _ \` \`\` ~ ~a
  :ref:\`x\` | \ \n . ? ! … !? : ; ' " ـ ا é 日本 😀 $t(a) @:a :a %a% +++ <<a>> a:b[c] http://a.b word WORD 12 <!-- --> <![CDATA[ ]]>`
const piece = fc.oneof(
  fc.constantFrom(...SIGNS.split(/\s+/), ' ', '\n', '\u200B', '\uD800', '`', '{a, plural, one {#} other {x}}'),
  fc.string({ unit: anyCharacter, maxLength: 4 }),
)
const text = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''))
const forms = fc.oneof(
  text.map(one => [one]),
  fc.array(text, { minLength: 0, maxLength: 4 }),
)
const flags = fc.subarray(
  checks()
    .map(flagOf)
    .filter(flag => flag !== ''),
  { maxLength: 6 },
)
const extra = fc.constantFrom(
  'xml-text',
  'strict-same',
  'strict-format',
  'case-insensitive',
  'icu-flags:xml',
  'replacements:a:b',
  '',
)
const state = fc.constantFrom(0, 10, 20, 30, 100)

test('no check throws on any text, flags or language', () => {
  const language = fc.constantFrom(...LANGUAGES)
  const plural = fc.constantFrom(...Object.values(PLURALS))
  const property = fc.property(
    fc.record({
      sources: forms,
      targets: forms,
      set: flags,
      more: extra,
      state,
      language,
      plural,
      isSource: fc.boolean(),
    }),
    ({ sources, targets, set, more, state, language, plural, isSource }) => {
      const how = { flags: [...set, more].filter(flag => flag !== '').join(', '), state }
      const failing = runChecks(unitFor(sources, targets, how, isSource), contextFor({ language, plural }))
      assert.equal(new Set(failing).size, failing.length)
    },
  )
  fc.assert(property, { numRuns: 400 })
})

test('no check throws on any text by itself', () => {
  for (const check of checks()) {
    const how = { flags: flagOf(check) }
    const property = fc.property(text, text, (source, target) => {
      runChecks(unitFor(source, target, how, check.side === 'source'), contextFor())
    })
    fc.assert(property, { numRuns: 15 })
  }
})

// These look only at the translation, so a copy of the source may fail them.
const JUDGES_TRANSLATION = new Set([
  ...['same', 'accelerator', 'max-length', 'max-lines', 'kashida', 'punctuation_spacing', 'kabyle-characters', 'regex'],
  ...['python_brace_format', 'java_format', 'icu_message_format', 'url', 'safe-html', 'rst-syntax'],
  ...['fluent-target-syntax', 'fluent-target-inner-html'],
])

test('a translation equal to its source passes', () => {
  const set = [...new Set(checks().map(flagOf))].filter(flag => flag !== '' && !/safe-html/.test(flag)).join(', ')
  const property = fc.property(text, fc.constantFrom('cs', 'fr', 'ar'), (source, language) => {
    const failing = runChecks(unitFor(source, source, { flags: set }), contextFor({ language }))
    assert.deepEqual(
      failing.filter(id => !JUDGES_TRANSLATION.has(id)),
      [],
    )
  })
  fc.assert(property, { numRuns: 400 })
})

test('checks are deterministic', () => {
  const property = fc.property(text, text, flags, (source, target, set) => {
    const unit = unitFor(source, target, { flags: set.join(', ') })
    assert.deepEqual(runChecks(unit, contextFor()), runChecks(unit, contextFor()))
  })
  fc.assert(property, { numRuns: 100 })
})

test('no flags entered by users break a run', () => {
  const names = fc.constantFrom('placeholders', 'regex', 'max-length', 'replacements', 'accelerator', 'icu-flags', 'x')
  const value = fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('r"("', '"a":"b"', "''", 'r"[a-"', '', '**'))
  const property = fc.property(names, fc.array(value, { maxLength: 3 }), text, (name, values, source) => {
    let parsed: Flags
    try {
      parsed = Flags.of([name, ...values].join(':'), 'case-insensitive, xml-text')
    } catch (error) {
      assert.ok(error instanceof FlagSyntaxError)
      return
    }
    runChecks({ ...unitFor(source, source), flags: parsed }, contextFor())
    runChecks({ ...unitFor(source, source, {}, true), flags: parsed }, contextFor())
  })
  fc.assert(property, { numRuns: 300 })
})
