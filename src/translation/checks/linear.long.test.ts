// Checks take linear time on hostile strings: ten times the text may take about ten times the work, never a hundred
// times. CPU times are compared only with each other, and only if they are long enough to be meaningful.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTextCheck, type TextCheck } from './check.ts'
import { checks } from './index.ts'
import { checkedUnit } from './run.ts'
import { contextFor, unitFor } from './testing.ts'

const LENGTH = 50_000
// A quadratic search of this length takes at least half a second.
const NOTICEABLE = 60

// Unclosed patterns that checks look for, repeated.
const TEXT = [
  ...[
    'a',
    'a ',
    'ab ab ',
    'A',
    '0',
    '0.',
    ' ',
    '\n',
    '.',
    ';',
    '?!',
    '…',
    "'",
    '"',
    '\\',
    '\\n',
    '-',
    '/',
    '(',
    'é',
    '日',
    '😀',
  ],
  ...[
    '\uD83D',
    'ـ',
    'اـ',
    '&',
    '&a',
    '&#1',
    'A:\\\\a',
    'A:\\\\a\\',
    'a@',
    'a@a.',
    'a.a',
    'http://',
    '/a',
    '#a',
    '<',
    '<a',
    '{a',
  ],
]
const FORMATS = [
  ...['%', '%(', '%(a', '%1', '%1$', '%<', '%<a', '%{', '%{a', '%#@a', '%*', "%'", '% ', '%a', '%-', '%.1', '%L'],
  ...[
    '{',
    '{{',
    '{a',
    '{a[',
    '{a.',
    '{a:',
    '{0,',
    '{0 ',
    '{{a',
    '{{ ',
    '{a:{',
    '}',
    '}}',
    "{'",
    '{a,b,',
    '{a,select,other{',
  ],
  ...['${', '$t(', '@', '@:', '@.a', '@:(a', ':a', '~', "~'", '~1,', '~a', '<a>', '</a>', "'{"],
]
const MARKUP = [
  ...[
    '<a>',
    '<a b="',
    "<a b='",
    '<a b=',
    '<a ',
    '</',
    '</a>',
    '<!--',
    '<!',
    '<?',
    '<![CDATA[',
    ']]>',
    '<a@',
    '<http://',
    '&amp;',
  ],
  ...[
    '[',
    '[[',
    '[a](',
    '[a][',
    '[a',
    ']',
    '](',
    '[b]',
    '[/b]',
    '![',
    '[1',
    '[1]_',
    '<<',
    '<<a',
    '{',
    '{/',
    '{"',
    '{`$',
    '{//',
  ],
  ...[
    'a:[',
    'a::b[',
    'a:',
    '\\[',
    '++',
    '+++',
    '$$',
    '`+',
    '*',
    '**',
    '* ',
    '*a',
    '_',
    '__',
    '_a',
    '`',
    '``',
    '` ',
    '`a',
    '~~',
  ],
  ...['|', '|a', ':a:`', '` :a:`', 'a_', 'a.', 'a-', '\\`', '*a*', '`a`'],
]
// A suffix that closes all of it, or nearly.
const ENDS = ['', '=">})]`*_|!']

const FLAGS: Readonly<Record<string, string>> = {
  accelerator: 'accelerator:&',
  'max-length': 'max-length:20, xml-text, replacements:a:b:%:c',
  'max-lines': 'max-lines:2',
  placeholders: 'placeholders:$X$:r"(a*)*b|a":r"\\{[^}]*\\}"',
  regex: 'regex:"(a|a)*(b|c*)*$x"',
  same: 'check-glossary',
  'source-max-length': 'max-length:20, xml-text, replacements:a:b:%:c',
  unnamed_format: 'python-format, python-brace-format, c-format, scheme-format',
}

const flagsOf = (check: TextCheck): string => FLAGS[check.id] ?? check.flags[0] ?? ''

function textsFor(check: TextCheck): { atom: string; end: string }[] {
  // RE2 is linear by construction but slow, so a few texts are enough.
  if (check.id === 'placeholders') return ['a', '{', '0'].map(atom => ({ atom, end: '' }))
  const isFormat = /format|interpolation/.test(flagsOf(check))
  const isMarkup = /-text|html|mdx/.test(flagsOf(check)) || check.id.startsWith('xml')
  const open = [...(isFormat ? FORMATS : []), ...(isMarkup ? MARKUP : [])]
  return [...TEXT.map(atom => ({ atom, end: '' })), ...open.flatMap(atom => ENDS.map(end => ({ atom, end })))]
}

function milliseconds(check: TextCheck, text: string): number {
  const terms = ['a', 'aa', '[', text.slice(0, 20)].map(term => ({ source: term, target: `${term}.`, readOnly: true }))
  // Most checks ignore an exact copy; this one needs it.
  const target = check.id === 'same' ? text : `${text}z`
  const how = { flags: flagsOf(check), terms, language: check.id === 'kabyle-characters' ? 'kab' : 'fr' }
  const unit = checkedUnit(unitFor(text, target, how, check.side === 'source'), contextFor(how))
  const start = process.threadCpuUsage()
  if (check.applies(unit)) check.fails(unit)
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

const best = (check: TextCheck, text: string): number => Math.min(...[1, 2, 3].map(() => milliseconds(check, text)))

/** Several formats share one syntax, which is tested once. */
const syntaxOf = (check: TextCheck): unknown => ('syntax' in check ? check.syntax : check)

const tried = new Map(
  checks()
    .filter(isTextCheck)
    .map(check => [syntaxOf(check), check]),
)

for (const check of tried.values()) {
  test(`${check.id} takes linear time`, () => {
    for (const { atom, end } of textsFor(check)) {
      const text = (length: number) => atom.repeat(Math.ceil(length / atom.length)) + end
      if (milliseconds(check, text(LENGTH)) < NOTICEABLE) continue
      const less = best(check, text(LENGTH))
      const more = best(check, text(LENGTH * 4))
      const verdict = `${JSON.stringify(atom + end)}: ${less.toFixed(1)} ms, four times the text ${more.toFixed(1)} ms`
      assert.ok(less < NOTICEABLE || more < less * 10, verdict)
    }
  })
}
