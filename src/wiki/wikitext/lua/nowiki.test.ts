import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nowiki } from './nowiki.ts'

const shown = (text: string) => nowiki(text, ['mailto', 'news'])

const table: Readonly<Record<string, string>> = {
  'a b': 'a b',
  "'''[[a|b]]''' {{c}} <d e=\"f\"> &": `${'&#39;'.repeat(3)}&#91;&#91;a&#124;b&#93;&#93;${'&#39;'.repeat(3)} &#123;&#123;c&#125;&#125; &#60;d e&#61;&#34;f&#34;&#62; &#38;`,
  '# a\n* b\n:c\n;d\n e': '&#35; a\n&#42; b\n&#58;c\n&#59;d\n&#32;e',
  'a#b*c:d;e': 'a#b*c:d;e',
  '----\n-----\n---': '&#45;---\n&#45;----\n---',
  'a\r\n----\n\nb': 'a&#13;\n&#45;---\n&#10;b',
  'a_b __TOC__ ___': 'a_b _&#95;TOC_&#95; _&#95;_',
  'http://a MailTo:b news:c d:e': 'http&#58;//a MailTo&#58;b news&#58;c d:e',
  'ISBN 1, RFC\t2, PMID\n3, isbn 4': 'ISBN&#32;1, RFC&#9;2, PMID&#10;3, isbn 4',
}

for (const [text, expected] of Object.entries(table))
  test(`${JSON.stringify(text)} is shown as it is`, () => assert.equal(shown(text), expected))

test('limits are looked at while a long text is written', () => {
  let last = 0
  const written = nowiki('[['.repeat(5000), [], length => {
    assert.ok(length > last)
    last = length
  })
  assert.equal(written.length, 50_000)
  assert.ok(last > 40_000)
})
