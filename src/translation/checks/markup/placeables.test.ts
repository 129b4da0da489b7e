import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkedUnit } from '../run.ts'
import { contextFor, unitFor } from '../testing.ts'

function protectedParts(text: string, flags: string): string[] {
  const unit = checkedUnit(unitFor(text, text, { flags }), contextFor())
  return unit.placeables(text).map(({ start, end }) => text.slice(start, end))
}

test('protects markup, but not the text that people read', () => {
  const rows: [flags: string, text: string, parts: string[]][] = [
    ['rst-text', ':ref:`bar` is :doc:`foo <baz>`', [':ref:`bar`', ':doc:`', ' <baz>`']],
    ['rst-text', 'Click :guilabel:`Open` in |app|', [':guilabel:`', '`', '|app|']],
    ['rst-text', '`Site <https://example.org>`_', ['`', ' <https://example.org>`_']],
    ['asciidoc-text', 'See link:/a[A] and <<b>>, kbd:[Ctrl+\\]]', ['link:/a[A]', '<<b>>', 'kbd:[Ctrl+\\]]']],
    ['xml-text', '<b>a&copy;</b>', ['<b>', '&copy;', '</b>']],
    ['rst-text', 'As in [#note]_ and [1]_', ['[#note]_', '[1]_']],
    ['rst-text', ':index:`fork <pair: git; fork>`', [':index:`', '`']],
    ['icu-message-format', '{a<>b} text', ['{a<>b}']],
    ['c-format', '%d %% of %s%%', ['%d', '%%', '%s', '%%']],
    ['python-format', '%(a)s%%', ['%(a)s', '%%']],
    ['python-brace-format', '{{ {a} }}', ['{{', '{a}', '}}']],
    ['scheme-format', '~a ~~', ['~a', '~~']],
    ['placeholders:$A$:$B$:', 'x $A$ $B$', ['$A$', '$B$']],
    ['placeholders:r"%\\{\\w+":r"\\w+\\.\\w+\\}"', 'x %{user.name} y', ['%{user.name}']],
  ]
  for (const [flags, text, parts] of rows) assert.deepEqual(protectedParts(text, flags), parts, text)
})
