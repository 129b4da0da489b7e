import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Loss, mask, restore, type Spacing } from './masking.ts'
import { htmlNotation, type Notation, plainNotation, xmlNotation } from './notation.ts'

const CZECH: Spacing = { separatesWords: true, hasPrefixes: false }
const HEBREW: Spacing = { separatesWords: true, hasPrefixes: true }
const JAPANESE: Spacing = { separatesWords: false, hasPrefixes: false }

const PLACEHOLDER = /%[sd]|<\/?\w+>/g
const rangesIn = (text: string) =>
  Array.from(text.matchAll(PLACEHOLDER), match => ({ start: match.index, end: match.index + match[0].length }))

const masked = (source: string, notation: Notation = plainNotation) => mask(source, rangesIn(source), notation)

function translated(source: string, answer: string, notation: Notation = plainNotation, spacing = CZECH) {
  return restore(masked(source, notation), answer, notation, spacing)
}

test('marks placeholders in the notation of the service', () => {
  const source = ' Delete <b>%s</b> & more?\n'
  assert.equal(masked(source).sent, 'Delete [X1X] & more?')
  assert.equal(masked(source, xmlNotation).sent, 'Delete <x id="1"/> &amp; more?')
  assert.equal(
    masked(source, htmlNotation).sent,
    'Delete <span translate="no" class="notranslate" id="p1">&lt;b&gt;%s&lt;/b&gt;</span> &amp; more?',
  )
})

test('sends nothing if there is nothing to translate', () => {
  for (const source of ['', '  ', '%s', '%s: %d', '<b>%d</b> %%']) assert.equal(masked(source).sent, null, source)
})

test('finds marks that a service changed', () => {
  for (const [notation, answers] of [
    [
      plainNotation,
      ['[X1X]', '[ X1X ]', '[x1x]', '[X 1 X]', '[Х1Х]', '［X1X］', '【X1X】', '[X١X]', '[X１X]', '[×1×]'],
    ],
    [xmlNotation, ['<x id="1"/>', '<x id="1"></x>', '<X ID="1" />', '< x id = "1" / >', "<x id='1'/>", '<x id=„1“/>']],
    [
      htmlNotation,
      [
        '<span translate="no" class="notranslate" id="p1">%s</span>',
        '<SPAN ID="P1" CLASS="NOTRANSLATE">%S</SPAN>',
        "<span id='p1'>anything</span >",
        '< span id="p 1" >% s< / span >',
      ],
    ],
  ] as const)
    for (const answer of answers) assert.equal(translated('Hello %s', `Ahoj ${answer}`, notation), 'Ahoj %s', answer)
})

test('returns the text itself unchanged', () => {
  const answer = 'A &amp;amp; B &lt;tag&gt; &#39;c&#x27; &AMP;'
  assert.equal(translated('a %s', `${answer}<x id="1"/>`, xmlNotation), "A &amp; B <tag> 'c' &%s")
  assert.equal(translated('a %s', '&amp; [X1X]'), '&amp; %s', 'plain text has no entities')
  assert.equal(translated('a %s', '&#x110000; &#0; <x id="1"/>', xmlNotation), '&#x110000; &#0; %s')
})

test('puts spaces around placeholders back as they were', () => {
  for (const [source, answer, wanted, spacing] of [
    ['"%s" is here', '" [X1X] " je tady', '"%s" je tady', CZECH],
    ['Open (%d)', 'Otevřít ( [X1X] )', 'Otevřít (%d)', CZECH],
    ['Hello %s there', 'Ahoj[X1X]tam', 'Ahoj %s tam', CZECH],
    ['Click <b>here</b> now', 'Klikněte [X1X] sem [X2X] nyní', 'Klikněte <b>sem</b> nyní', CZECH],
    ['Click <b>here</b> now', 'Klikněte[X1X]sem[X2X]nyní', 'Klikněte <b>sem</b> nyní', CZECH],
    ['%dMB free', '[X1X] Mo libres', '%d Mo libres', CZECH],
    ['In %s now', 'ב[X1X] עכשיו', 'ב%s עכשיו', HEBREW],
    ['In %s now', '今[X1X]に', '今%sに', JAPANESE],
    [' %s left\n', '[X1X] zbývá', ' %s zbývá\n', CZECH],
    ['Total: %s', ' Celkem : [X1X] ', 'Celkem : %s', CZECH],
  ] as const)
    assert.equal(translated(source, answer, plainNotation, spacing), wanted, answer)
})

test('reports placeholders that are missing, repeated or unknown', () => {
  const cases: [string, Loss][] = [
    ['Ahoj [X1X]', { placeholder: '%d', problem: 'missing' }],
    ['[X1X] [X2X] [X1X]', { placeholder: '%s', problem: 'repeated' }],
    ['[X1X] [X2X] [X3X]', { placeholder: '3', problem: 'unknown' }],
    ['[X1X] [X0X]', { placeholder: '0', problem: 'unknown' }],
    ['', { placeholder: '%s', problem: 'missing' }],
  ]
  for (const [answer, loss] of cases) assert.deepEqual(translated('%s has %d', answer), loss, answer)
})

test('keeps text that looks like a mark', () => {
  const source = 'See [X1X] and %s'
  const { sent } = masked(source)
  assert.equal(sent, 'See [X1X] and [X2X]')
  assert.equal(translated(source, 'Viz [X2X] a [X1X]'), 'Viz %s a [X1X]')
})

test('keeps line breaks in services that read HTML', () => {
  const source = 'First\n  line of %s'
  const sent = masked(source, htmlNotation).sent!
  assert.ok(!sent.replace(/<[^>]*>[^<]*<\/span>/g, '').includes('\n'))
  assert.equal(translated(source, sent.replace('line of', 'řádek'), htmlNotation), 'First\n  řádek %s')
})

// With a backtracking expression, this would not end.
test('takes linear time on hostile answers', () => {
  for (const [piece, notation] of [
    ['<span ', htmlNotation],
    ['<span id="p1">', htmlNotation],
    ['<span id=', htmlNotation],
    ['[X', plainNotation],
    ['[ ', plainNotation],
    ['<x id=', xmlNotation],
    ['&#', xmlNotation],
  ] as const) {
    const answer = piece.repeat(1_000_000 / piece.length)
    assert.notEqual(typeof translated('a %s b', answer, notation), 'string')
  }
})
