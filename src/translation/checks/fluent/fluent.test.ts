import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedUnit } from '../run.ts'
import { contextFor, describeCheck, unitFor } from '../testing.ts'
import { fluentSourceInnerHtml, fluentTargetInnerHtml } from './inner-html.ts'
import { fluentParts } from './parts.ts'
import { fluentReferences } from './references.ts'
import { fluentSourceSyntax, fluentTargetSyntax } from './syntax.ts'

const term = { flags: 'fluent-type:Term' }

describeCheck(fluentSourceSyntax, ({ passes, fails }) => {
  passes('Hello { $name }')
  passes('.title = Only an attribute')
  passes('{ $n ->\n    [one] One\n   *[other] Many\n}')
  fails('Hello { $name')
  fails('{ $n ->\n    [one] One\n}')
  fails('.title = Only an attribute', '', term)
  fails('.title = Only an attribute', '', { key: '-brand' })
  passes('.title = Only an attribute', '', { key: 'brand' })
  fails('{ $n ->\n   *[other] Many }')
  fails('Hello\n.title = One\n.title = Two')
})

describeCheck(fluentTargetSyntax, ({ passes, fails }) => {
  passes('Hello', 'Ahoj')
  passes('Hello', 'Ahoj { "{" }')
  fails('Hello', 'Ahoj {')
  fails('Hello', 'Ahoj }')
  fails('Hello', 'Ahoj { NUMBER($n) -> }')
})

describeCheck(fluentParts, ({ passes, fails }) => {
  passes('Hello\n.title = Title', 'Ahoj\n.title = Titulek')
  passes('.a = 1\n.b = 2', '.b = 2\n.a = 1')
  fails('Hello\n.title = Title', 'Ahoj')
  fails('Hello', 'Ahoj\n.title = Titulek')
  fails('.title = Title', 'Ahoj\n.title = Titulek')
  passes('Firefox', 'Firefox\n.gender = masculine', term)
})

describeCheck(fluentReferences, ({ passes, fails }) => {
  passes('Hello { $name } and { -brand }', '{ -brand } a { $name }')
  fails('Hello { $name }', 'Ahoj')
  fails('Hello { $name }', 'Ahoj { $name } { $name }')
  fails('Hello { $name }', 'Ahoj { $jmeno }')
  fails('See { help.title }', 'Viz { help.label }')
  passes('{ NUMBER($n, minimumFractionDigits: 2) }', '{ NUMBER($n) }')
  const english = '{ $n ->\n    [one] One plant\n   *[other] { $n } plants\n}'
  passes(english, '{ $n ->\n    [one] Jedna\n    [few] { $n } rostliny\n   *[other] { $n } rostlin\n}')
  passes(english, '{ $n } rostlin')
  fails(english, '{ $n ->\n    [one] Jedna\n   *[other] { $m } rostlin\n}')
  passes('{ PLATFORM() ->\n    [linux] x\n   *[other] { -a }\n}', '{ -a.case ->\n    [x] y\n   *[other] { -a }\n}')
  fails('Hello\n.title = { $a }', 'Ahoj\n.title = x')
  passes('Hello\n.case = { $a }', 'Ahoj\n.case = x', term)
})

describeCheck(fluentSourceInnerHtml, ({ passes, fails }) => {
  passes('Plain & simple, 1 < 2')
  passes('<a href="{ $url }">x</a><br/>')
  passes('&amp; &#169; &eacute;')
  fails('<a>x')
  fails('x</a>')
  fails('<a href=x>y</a>')
  fails('<a b="1" b="2">y</a>')
  fails('<p/>')
  fails('<!-- comment -->')
  passes('Q&A, a & b')
  fails('&amp x')
  fails('Food&Drink &copyright')
  fails('&unknown; &#xabg;')
  fails('<a title="&amp x">y</a>')
  fails('<a title="&{ $a }">y</a>')
  fails('<{ $tag }>')
  fails('{ $n ->\n    [one] <b>x\n   *[other] x\n}')
})

describeCheck(fluentTargetInnerHtml, ({ passes, fails }) => {
  passes('a <b>x</b> <i>y</i>', '<i>y</i> <b>x</b>')
  passes('<a href="x" class="y">z</a>', '<a class="y" href="x">z</a>')
  passes('.title = <b>', '.title = x')
  fails('a <b>x</b>', 'a x')
  fails('a <b>x</b>', 'a <b>x')
  fails('<b><i>x</i></b>', '<i><b>x</b></i>')
  fails('<a href="x">z</a>', '<a href="y">z</a>')
  passes('<b>x', 'plain')
})

test('protects attribute names, tags and references', () => {
  const protects = (text: string, flags: string) =>
    checkedUnit(unitFor(text, '', { flags }), contextFor())
      .placeables(text)
      .map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(protects('Save .a = 1\n.title = Save it\n .alt=x', 'fluent-parts'), ['.title =', ' .alt='])
  assert.deepEqual(protects('Save\n.title = Save it', 'fluent-parts, fluent-type:Term'), [])
  const html = 'a <b>x</b> <a href="{ $url }" title=\'z\'>y</a>\n.title = <i>'
  assert.deepEqual(protects(html, 'fluent-target-inner-html'), [
    ...['<b>', '</b>', '<a href="{ $url }" title=\'z\'>', '</a>'],
  ])
  assert.deepEqual(protects('"{ $a }" { "{ $b }" } { -c(d: "e") }', 'fluent-references'), ['{ $a }', '{ -c(d: "e") }'])
  assert.deepEqual(protects('{ $a } {', 'fluent-references'), [])
})
