import assert from 'node:assert/strict'
import { test } from 'node:test'
import { siteFromInfo } from '../../site/site.ts'
import { formatTime } from '../../wikitext/functions/time-format.ts'
import { type Comment, commentsUnder, findComment, latestOf, topicOf } from './discussion.ts'
import { parseDiscussion } from './parse-discussion.ts'
import { signatureTimes } from './signature-times.ts'
import { signedText, withReply } from './write-comment.ts'

const site = siteFromInfo({})
const words = { message: () => null }
const times = signatureTimes(words, 'en')
const parse = (text: string) => parseDiscussion(site, times, text)
const sig = (name: string, time: string) => `[[User:${name}|${name}]] ([[User talk:${name}|talk]]) ${time} (UTC)`

const PAGE = `{{Banner|${sig('Bot', '00:00, 1 January 2020')}}}

== Source for the ''1904'' date ==

The article says 1904.

The register says 1906. ${sig('Kenji Mori', '14:02, 17 November 2026')}
:Both can be true. ${sig('Asha Rao', '14:20, 17 November 2026')}
::That would explain it. ${sig('Kenji Mori', '16:28, 17 November 2026')}
::Two lines
::of text. [[Special:Contributions/203.0.113.5|203.0.113.5]] 16:30, 17 November 2026 (UTC)
:Another view. ${sig('Layla', '16:31, 17 November 2026')}

=== Details ===
* First. ${sig('Asha Rao', '09:00, 18 November 2026')}
** Second. ${sig('Layla', '09:01, 18 November 2026')}
<nowiki>${sig('Nobody', '09:02, 18 November 2026')}</nowiki>

== Photo ==
Unsigned.
`

test('finds topics and comments with authors, times and places', () => {
  const { headings, comments } = parse(PAGE)
  assert.deepEqual(
    headings.map(({ id, name, title, headingLevel }) => [id, name, title, headingLevel]),
    [
      ['h-Source_for_the_1904_date-20261117140200', 'h-Kenji_Mori-20261117140200', 'Source for the 1904 date', 2],
      ['h-Details-Source_for_the_1904_date-20261118090000', 'h-Asha_Rao-20261118090000', 'Details', 3],
      ['h-Photo', 'h-', 'Photo', 2],
    ],
  )
  assert.deepEqual(
    comments.map(({ id, prefix }) => [id, prefix]),
    [
      ['c-Kenji_Mori-20261117140200-Source_for_the_1904_date', ''],
      ['c-Asha_Rao-20261117142000-Kenji_Mori-20261117140200', ':'],
      ['c-Kenji_Mori-20261117162800-Asha_Rao-20261117142000', '::'],
      ['c-203.0.113.5-20261117163000-Asha_Rao-20261117142000', '::'],
      ['c-Layla-20261117163100-Kenji_Mori-20261117140200', ':'],
      ['c-Asha_Rao-20261118090000-Details', '*'],
      ['c-Layla-20261118090100-Asha_Rao-20261118090000', '**'],
    ],
  )
  assert.equal(PAGE.slice(comments[3]!.start, comments[3]!.end).startsWith('::Two lines\n::of'), true)
  assert.equal(topicOf(comments[6]!)?.title, 'Source for the 1904 date')
  assert.deepEqual([...commentsUnder(headings[0]!)], comments)
  assert.equal(latestOf(comments), comments[6])
})

test('finds a comment by id, and by name when its id has changed', () => {
  const discussion = parse(PAGE)
  const [first] = discussion.comments
  assert.equal(findComment(discussion, first!.id), first)
  assert.equal(findComment(discussion, 'c-Kenji_Mori-20261117140200-Older_heading'), first)
  assert.equal(findComment(discussion, 'c-Nobody-20261118090200-Details'), null)
  const twice = parse(`a ${sig('A', '01:00, 2 May 2026')}\n\nb ${sig('A', '01:00, 2 May 2026')}`)
  assert.deepEqual(
    twice.comments.map(({ id }) => id),
    ['c-A-20260502010000', 'c-A-20260502010000-1'],
  )
  assert.equal(findComment(twice, 'c-A-20260502010000-Gone'), 'ambiguous')
})

const reply = (text: string, author: string, body: string): string =>
  withReply(text, parse(text).comments.find(comment => comment.author === author)!, body)

test('writes a reply after the earlier ones, one step further in', () => {
  const [a, b, c] = ['A', 'B', 'C'].map(name => sig(name, '10:00, 2 May 2026'))
  assert.equal(reply(`== T ==\nx ${a}\n\n== U ==`, 'A', 'yes'), `== T ==\nx ${a}\n:yes ~~~~\n\n== U ==`)
  assert.equal(reply(`x ${a}\n:y ${b}\n::z ${c}\n\nmore`, 'A', 'yes'), `x ${a}\n:y ${b}\n::z ${c}\n:yes ~~~~\n\nmore`)
  assert.equal(reply(`x ${a}\n:y ${b}\n::z ${c}`, 'B', 'yes'), `x ${a}\n:y ${b}\n::z ${c}\n::yes ~~~~`)
  assert.equal(reply(`* x ${a}\n* y ${b}`, 'A', 'yes'), `* x ${a}\n*:yes ~~~~\n* y ${b}`)
  assert.equal(reply(`* x ${a}\n** y ${b}\n* z ${c}`, 'A', 'yes'), `* x ${a}\n** y ${b}\n** yes ~~~~\n* z ${c}`)
})

test('indents every line of a reply, but not what is inside templates and tables', () => {
  const a = sig('A', '10:00, 2 May 2026')
  const replied = (body: string) => reply(`x ${a}`, 'A', body).slice(`x ${a}\n`.length)
  assert.equal(replied('one\r\n\r\ntwo'), ':one\n:two ~~~~')
  assert.equal(replied('see:\n* a\n* b'), ':see:\n:* a\n:* b\n:~~~~')
  assert.equal(replied('{{quote\n| a\n}}\nso'), ':{{quote\n| a\n}}\n:so ~~~~')
  assert.equal(replied('{|\n| a\n\n|}'), ':{|\n| a\n\n|}\n:~~~~')
  assert.equal(replied('signed already. ~~~~'), ':signed already. ~~~~')
  assert.equal(replied('<!-- open'), ':<!-- open--> ~~~~')
  assert.equal(signedText('Text\n\n* a'), 'Text\n\n* a\n\n~~~~')
  assert.equal(signedText(' Text '), 'Text ~~~~')
})

test('reads the times of other languages', () => {
  const date = new Date(Date.UTC(2026, 10, 18, 5, 11))
  const formats: Record<string, string> = {
    ja: '2026年11月18日 (Wed) 05:11 (UTC)',
    fr: '18 November 2026 à 05:11 (UTC)',
    vi: '05:11, ngày 18 tháng 11 năm 2026 (UTC)',
    th: '05:11, 18 November 2569 (UTC)',
    pt: '05h11min de 18 de November de 2026 (UTC)',
  }
  for (const [language, text] of Object.entries(formats)) {
    const { pattern, read } = signatureTimes(words, language)
    const [match] = [...text.matchAll(pattern)]
    assert.equal(match && read(match), date.getTime() / 1000, language)
  }
  const german = { message: (key: string) => (key === 'mar' ? 'Mär.' : null) }
  const { pattern, read } = signatureTimes(german, 'de')
  const [match] = [...`10:00, 2. Mär. 2026 (UTC)`.matchAll(pattern)]
  assert.equal(match && read(match), Date.UTC(2026, 2, 2, 10) / 1000)
  assert.equal(formatTime(german, 'M', new Date(Date.UTC(2026, 2, 2))), 'Mär.')
})

test('takes linear time for texts made to be slow', () => {
  const bad = ['{{', '}}', '<nowiki>', '<!--', '[[User:A|', '= ', ':', '10:00, 2 May 2026 (UTC) ', '[[User:A]] 1', "''"]
  for (const piece of bad) {
    const text = piece.repeat(400_000 / piece.length)
    const started = process.cpuUsage()
    const comments: readonly Comment[] = parse(text).comments
    const { user } = process.cpuUsage(started)
    assert.ok(user < 3_000_000, `${piece}: ${user} µs`)
    assert.ok(comments.length >= 0)
  }
})
