import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileMarkup, isHarmful, show } from '../testing/render.ts'

test('shows formulas as MathML', () => {
  const { html, categories } = show('a <math>\\frac{1}{2}</math> b')
  assert.match(
    html,
    /^<p>a <span class="mwe-math-element mwe-math-element-inline"><math>.*<mfrac><mn>1<\/mn><mn>2<\/mn><\/mfrac>/,
  )
  assert.match(html, /<annotation encoding="application\/x-tex">\\displaystyle \\frac\{1\}\{2\}<\/annotation>/)
  assert.deepEqual(categories, [])
  assert.match(
    show('<math display="block">x</math>').html,
    /^<div class="mwe-math-element mwe-math-element-block"><math display="block"/,
  )
})

test('shows chemistry', () => {
  for (const text of ['<chem>H2O</chem>', '<ce>H2O</ce>', '<math chem>H2O</math>'])
    assert.match(show(text).html, /<mn>2<\/mn>/)
})

test('reports errors and tracks the page', () => {
  for (const tex of [
    '\\nonsense',
    '\\frac{1}{',
    '\\def\\a{b}\\a',
    '\\newcommand{\\x}{y}',
    'x'.repeat(3000),
    '\\href{javascript:a}{b}',
  ]) {
    const { html, categories } = show(`<math>${tex}</math>`)
    assert.match(html, /<strong class="error texerror">Failed to parse \(/, tex)
    assert.deepEqual(categories, ['Pages_with_math_errors'], tex)
  }
  assert.equal(show('<math></math>').html, '')
})

test("has MediaWiki's own commands", () => {
  for (const tex of [
    '\\R \\and \\N',
    '\\mbox{a}',
    '\\alef_0',
    'x \\isin \\empty',
    '\\begin{align}a&=b\\end{align}',
    '\\cancel{x}',
  ])
    assert.deepEqual(show(`<math>${tex}</math>`).categories, [], tex)
})

test('lets no markup through', () => {
  for (const markup of hostileMarkup)
    for (const text of [
      `<math>${markup}</math>`,
      `<math>\\text{${markup}}</math>`,
      `<ce>${markup}</ce>`,
      `<math class="${markup}" id="${markup}">x</math>`,
      `<math>\\color{${markup}}x</math>`,
    ])
      assert.equal(isHarmful(show(text).html), false, text)
})

test('ends for hostile formulas', () => {
  for (const tex of [
    '{'.repeat(1000) + '}'.repeat(1000),
    'x^{'.repeat(600),
    '\\frac'.repeat(400),
    '\\left('.repeat(330),
    '&'.repeat(2000),
  ])
    assert.equal(typeof show(`<math>${tex}</math><ce>${tex}</ce>`).html, 'string')
  assert.equal(typeof show('<math>x</math>'.repeat(3000)).html, 'string')
})
