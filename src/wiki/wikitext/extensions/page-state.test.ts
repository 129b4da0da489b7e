// Variables, Loops and Arrays: functions that keep something on a page.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostileMarkup, isHarmful, show } from './testing/render.ts'

const text = (wikitext: string, pages: Record<string, string> = {}): string =>
  show(wikitext, { pages }).html.replace(/^<p>|\n?<\/p>$/g, '')

test('sets and reads variables in order, also in templates', () => {
  assert.equal(text('{{#vardefine:a|1}}{{#var:a}} {{#vardefineecho:a|2}} {{#var:a}} {{#var:b|none}}'), '1 2 2 none')
  assert.equal(text('{{#varexists:a|yes|no}} {{#vardefine:a|}}{{#varexists:a|yes|no}} [{{#varexists:x}}]'), 'no yes []')
  assert.equal(text('{{#vardefine:n|1}}{{T}}{{#vardefine:n|2}}{{T}}', { '10:T': '({{#var:n}})' }), '(1)(2)')
})

test('reads the last value of a variable anywhere on the page', () => {
  assert.equal(text("{{#var_final:a}} {{#vardefine:a|1}}{{#var:a}} {{#vardefine:a|''2''}}"), '<i>2</i> 1 ')
  assert.equal(
    text('{{#var_final:none|other}}{{T}}{{#vardefine:t|[[End]]}}', { '10:T': '({{#var_final:t}})' }).replace(
      /<[^>]*>/g,
      '',
    ),
    'other(End)',
  )
  assert.equal(text('x{{#vardefine:a|{{#var_final:a}}y}}{{#var_final:a}}'), 'xy')
  const many = `{{#vardefine:a|${'x'.repeat(100)}}}${'{{#var_final:a}}'.repeat(1000)}`
  assert.equal(text(many).length, 100_000)
})

test('repeats text, with a limit for each page', () => {
  assert.equal(text('{{#loop:i|1|4|{{#var:i}},}}'), '1,2,3,4,')
  assert.equal(
    text('{{#vardefine:i|0}}{{#while:|{{#ifexpr:{{#var:i}}<3|true}}|{{#vardefineecho:i|{{#expr:{{#var:i}}+1}}}}.}}'),
    '1.2.3.',
  )
  assert.equal(text('{{#dowhile:||once}}'), 'once')
  assert.equal(text('{{T|a|b|x1=c|x2=d}}', { '10:T': '{{#fornumargs:k|v|{{#var:k}}={{#var:v}};}}' }), '1=a;2=b;')
  assert.equal(text('{{T|x1=c|x2=d|y=e}}', { '10:T': '{{#forargs:x|k|v|{{#var:k}}={{#var:v}};}}' }), 'x1=c;x2=d;')
  assert.match(text('{{#loop:i|0|1000|x}}'), /^x{100}<span class="error">Maximum number of loops/)
})

test('keeps lists', () => {
  const list = '{{#arraydefine:a|red, blue ,red,green}}'
  assert.equal(
    text(`${list}{{#arraysize:a}} {{#arrayindex:a|1}} {{#arrayindex:a|-1}} {{#arrayindex:a|9|none}}`),
    '4 blue green none',
  )
  assert.equal(text(`${list}{{#arrayprint:a|;|@@@@|<@@@@>}}`), '&lt;red&gt;;&lt;blue&gt;;&lt;red&gt;;&lt;green&gt;')
  assert.equal(text(`${list}{{#arrayunique:a}}{{#arraysort:a|desc}}{{#arrayprint:a}}`), 'red, green, blue')
  assert.equal(
    text(`${list}{{#arraysearch:a|green}} {{#arraysearch:a|/^B/i|0|yes|no}} {{#arraysearch:a|x|0|yes|no}}`),
    '3 yes no',
  )
  assert.equal(text(`${list}{{#arrayslice:b|a|1|2}}{{#arrayprint:b}}`), 'blue, red')
  assert.equal(
    text(
      '{{#arraydefine:a|1,2,3}}{{#arraydefine:b|2,4}}{{#arrayunion:u|a|b}}{{#arrayintersect:i|a|b}}{{#arraydiff:d|a|b}}{{#arraymerge:m|a|b}}{{#arrayprint:u}}/{{#arrayprint:i}}/{{#arrayprint:d}}/{{#arraysize:m}}',
    ),
    '1, 2, 3, 4/2/1, 3/5',
  )
  assert.equal(text('{{#arraydefine:a|b;a|;|sort=asc,print=list}}{{#arrayreset:a}}[{{#arraysize:a}}]'), 'a, b[]')
  assert.equal(text(`{{#arraydefine:a|x,y}}{{#arrayprint:a||@|{{T{{!}}@}}}}`, { '10:T': '({{{1}}})' }), '(x)(y)')
})

test('stays within limits, and lets no markup through', () => {
  for (const wikitext of [
    `{{#vardefine:x|y}}${'{{#vardefine:x|{{#var:x}}{{#var:x}}}}'.repeat(40)}{{#var:x}}`,
    `{{#loop:i|0|100|${'x'.repeat(100_000)}}}`,
    `{{#loop:i|0|100|{{#loop:j|0|100|{{#loop:k|0|100|x}}}}}}`,
    `{{#while:|true|{{#while:|true|x}}}}`,
    `{{#arraydefine:a|${'x,'.repeat(50_000)}}}${'{{#arraymerge:a|a|a}}'.repeat(50)}{{#arraysize:a}}`,
    `{{#arraydefine:a|${'a'.repeat(5000)}|/(a+)+$/}}{{#arraysearch:a|/(a*)*b/}}`,
    `{{#arraydefine:a|${'x,'.repeat(2000)}}}{{#arrayprint:a||x|${'x'.repeat(2000)}}}`,
    `{{#arraydefine:a|x|/${'('.repeat(400)}/}}`,
  ])
    assert.equal(typeof show(wikitext).html, 'string')
  for (const markup of hostileMarkup)
    for (const wikitext of [
      `{{#vardefine:a|${markup}}}{{#var:a}}{{#var:${markup}|${markup}}}`,
      `{{#loop:i|0|2|${markup}}}`,
      `{{#arraydefine:a|${markup}|;}}{{#arrayprint:a||@|@@}}`,
    ])
      assert.equal(isHarmful(show(wikitext).html), false, wikitext)
})
