import assert from 'node:assert/strict'
import { test } from 'node:test'
import siteInfo from '#wiki/site/fixtures/site-ru.json' with { type: 'json' }
import { siteFromInfo } from '#wiki/site/site.ts'
import type { WikitextHost } from './host.ts'
import { preSave } from './pre-save.ts'

const TEMPLATE = 'a{{{1|d}}}<noinclude>n</noinclude><includeonly>i</includeonly>{{b}}<!-- c -->'

const host: WikitextHost = {
  site: siteFromInfo(siteInfo),
  now: 0,
  stats: { pages: 0, articles: 0, files: 0, edits: 0, users: 0, activeUsers: 0, admins: 0 },
  templateText: (ns, dbkey) => (ns === 10 && dbkey === 'T' ? { text: TEMPLATE } : null),
  pageExists: () => false,
  fileExists: () => false,
  message: () => null,
}
const saved = (text: string): string =>
  preSave({ ns: 0, dbkey: 'Марс_(планета)' }, text, host, { author: 'AUTHOR', time: 'TIME' })

test('expands signatures except in literal text', () => {
  assert.equal(saved('~~~ ~~~~ ~~~~~ ~~~~~~~'), 'AUTHOR AUTHOR TIME TIME TIME~~')
  const untouched = '<nowiki>~~~</nowiki> <!-- ~~~ --> <pre  a = "1" >{{subst:PAGENAME}}</pre>'
  assert.equal(saved(untouched), untouched)
})

test('expands only substitutions', () => {
  assert.equal(
    saved('{{subst:PAGENAME}} {{PAGENAME}} {{safesubst:PAGENAME}}'),
    'Марс (планета) {{PAGENAME}} Марс (планета)',
  )
  assert.equal(saved('{{T|{{subst:PAGENAME}}}}'), '{{T|Марс (планета)}}')
  assert.equal(saved('{{subst:T|q}}'), 'aqi{{b}}<!-- c -->')
  assert.equal(saved('{{subst:Нет такого|q}}'), '{{subst:Нет такого|q}}')
  assert.equal(saved('{{{a|b}}} <noinclude>x</noinclude>'), '{{{a|b}}} <noinclude>x</noinclude>')
})

test('completes links without a label', () => {
  assert.equal(saved('[[Мир (x)|]] [[Категория:A, B|]]'), '[[Мир (x)|Мир]] [[Категория:A, B|A]]')
  assert.equal(saved('[[|Луна]]'), '[[Луна (планета)|Луна]]')
})

test('trims trailing whitespace and normalizes line breaks', () => {
  assert.equal(saved('a\r\nb  \n\n'), 'a\nb')
})

test('handles many brackets quickly', () => {
  const text = `${'[['.repeat(50_000)}${'a('.repeat(50_000)}`
  assert.equal(saved(text), text)
})
