import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Gender } from '../../site/namespaces.ts'
import { siteFromInfo } from '../../site/site.ts'
import { blockLine } from './block-line.ts'
import { deletionLine } from './deletion-line.ts'
import { htmlOf, type LogTools, type ShownEntry } from './log-tools.ts'
import { LogWords } from './log-words.ts'
import { moveLine } from './other-lines.ts'
import { readLogParams } from './read-params.ts'

// The texts are made up for the test: what counts is which message is used and with which parameters.
const TEXTS: Readonly<Record<string, string>> = {
  gone: '$1 {{GENDER:$2|let|let her|let their}} page $3 go',
  many: '{{PLURAL:$1|one thing|$1 things}}',
  quoted: 'he said "$1" &nbsp; &amp; left',
  and: '&#32;and',
  'word-separator': '&#32;',
  'comma-separator': ',&#32;',
  parentheses: '($1)',
  ipboptions: 'for ever:infinite,three days:3 days',
  'duration-days': '{{PLURAL:$1|$1 day|$1 days}}',
  'duration-hours': '{{PLURAL:$1|$1 hour|$1 hours}}',
  'block-log-flags-nocreate': 'no new accounts',
  'revdelete-content-hid': 'text hidden',
  'revdelete-uname-unhid': 'name shown',
}

const genders: Readonly<Record<string, Gender>> = { Adam: 'male', Eve: 'female' }
const wording = {
  language: 'en',
  text: (key: string) => TEXTS[key],
  plural: (_n: number, forms: readonly string[]) => forms.at(-1)!,
  formatNumber: (n: number) => n.toLocaleString('en'),
}
const words = new LogWords(wording, name => genders[name] ?? 'unknown')

const tools: LogTools = {
  words,
  links: {
    site: siteFromInfo({}),
    linkState: (_ns, title) => (title === 'New' ? 'missing' : 'exists'),
    message: () => null,
  },
  isAccount: name => name === 'Eve',
  timeAndDate: seconds => `at ${seconds}`,
  namespaceName: ns => `namespace ${ns}`,
}

const AT = Date.UTC(2010, 0, 31, 12) / 1000
const entry = (kind: string, title: string, stored: string): ShownEntry => {
  const [type, action] = kind.split('/') as [string, string]
  const performer = { name: 'Adam', account_id: 1 }
  return { type, action, ns: 2, title, timestamp: AT, deleted: 0, performer, params: readLogParams(stored) }
}

describe('words', () => {
  test('select forms by gender and number', () => {
    assert.equal(words.text('gone', 'x', 'Adam', 'y'), 'x let page y go')
    assert.equal(words.text('gone', 'x', 'Eve', 'y'), 'x let her page y go')
    assert.equal(words.text('gone', 'x', 'Nobody', 'y'), 'x let their page y go')
    assert.equal(words.text('many', 1), 'one thing')
    assert.equal(words.text('many', 1234), '1,234 things')
    assert.equal(words.list(['a', 'b', 'c']), 'a, b and c')
  })

  test('never parse parameters as part of the message', () => {
    assert.equal(
      words.html('gone', '{{GENDER:Eve|a|b}}', '$3', '<b>'),
      '{{GENDER:Eve|a|b}} let their page &lt;b&gt; go',
    )
    assert.equal(words.html('quoted', { html: '<i>"yes"</i>' }), 'he said &quot;<i>"yes"</i>&quot; \u00a0 &amp; left')
    assert.equal(words.text('no-such-message'), '⧼no-such-message⧽')
  })
})

describe('lines', () => {
  const expiry = (duration: string) => htmlOf(blockLine(entry('block/block', 'Eve', duration), tools).params[2]!)

  test('show block durations as a preset, a duration or a date', () => {
    assert.match(expiry('3 days'), />three days</)
    assert.match(expiry('infinity'), />for ever</)
    assert.match(expiry('5 days 2 hours'), />5 days and 2 hours</)
    assert.match(expiry('2011-05-06T07:08:09Z'), />at 1304665689</)
    assert.match(expiry('<whenever>'), />&lt;whenever&gt;</)
  })

  test('use a separate message for partial blocks', () => {
    const stored = 'a:3:{s:11:"5::duration";s:8:"infinity";s:8:"6::flags";s:8:"nocreate";s:8:"sitewide";b:0;}'
    const line = blockLine(entry('block/block', 'Eve', stored), tools)
    assert.equal(line.key, 'logentry-non-editing-block-block')
    assert.equal(line.params[3], '(no new accounts)')
  })

  test('link the pages of moves and deletions', () => {
    const move = moveLine(entry('move/move', 'Eve/a', 'New\n1'), tools)
    assert.equal(move.key, 'logentry-move-move-noredirect')
    assert.match(htmlOf(move.params[0]!), /redirect=no"/)
    assert.match(
      htmlOf(move.params[1]!),
      /^<a href="[^"]*redlink=1" class="new" title="New \(page does not exist\)">New<\/a>$/,
    )
    const hidden = deletionLine(entry('delete/revision', 'Eve', 'revision\n1,2\nofield=4\nnfield=1'), tools)
    assert.deepEqual(hidden.params.slice(1), ['text hidden and name shown', 2])
    assert.equal(
      deletionLine(entry('delete/revision', 'Eve', 'oldid\n1'), tools).key,
      'logentry-delete-revision-legacy',
    )
    assert.equal(deletionLine(entry('delete/restore', 'Eve', ''), tools).key, 'logentry-delete-restore-nocount')
  })
})
