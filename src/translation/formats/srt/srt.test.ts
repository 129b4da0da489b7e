import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openMonolingual } from '../monolingual.ts'
import { changedLines, fixture } from '../testing.ts'
import { srt } from './srt.ts'

const german = fixture(import.meta.dirname, 'film-de.srt')

test('each interval is a text', () => {
  assert.deepEqual(
    srt.parse(german).units.map(({ id, target }) => [id, target[0]]),
    [
      ['00:00:01,000-->00:00:04,500', 'Guten Tag!\nWie <i>geht</i> es?'],
      ['00:00:05,000-->00:00:07,250', '- Gut.'],
      ['00:00:08,000-->00:00:09,000', ''],
      ['00:01:10,000-->00:01:12,000', 'Ende'],
    ],
  )
})

test('texts are changed, filled and emptied in place', () => {
  const change = (id: string, text: string) =>
    changedLines(german, srt.parse(german).serialize({ update: [{ id, target: [text] }] }))
  assert.deepEqual(change('00:00:05,000-->00:00:07,250', 'a\nb'), ['-- Gut.', '+a', '+b'])
  assert.deepEqual(change('00:00:08,000-->00:00:09,000', 'x'), ['+x'])
  assert.deepEqual(change('00:01:10,000-->00:01:12,000', ''), ['-Ende'])
  assert.match(srt.refuses!('a\n\nb')!, /blank lines/)
})

test('a new language has the times of the template, and takes cues that it lacks', async () => {
  const template = srt.parse(german)
  const created = srt.create({ language: 'cs', template: german })
  assert.deepEqual(
    srt.parse(created).units.map(({ id, target }) => [id, target[0]]),
    template.units.map(({ id }) => [id, '']),
  )
  const short = Buffer.from('1\n00:00:01,000 --> 00:00:04,500\nDobrý den\n\n')
  const file = await openMonolingual(srt, short, template)
  const written = file.serialize({ update: [{ id: '00:01:10,000-->00:01:12,000', target: ['Konec'] }] })
  assert.deepEqual(changedLines(short, written), ['+2', '+00:01:10,000 --> 00:01:12,000', '+Konec', '+'])
  assert.throws(() => file.serialize({ add: [{ context: 'x', source: [], target: ['y'] }] }), /interval of time/)
})

test('lines may end with carriage returns only', () => {
  const bytes = Buffer.from('1\r00:00:01,000 --> 00:00:02,000\rOne\rtwo\r\r2\r00:00:03,000 --> 00:00:04,000\rThree\r')
  const file = srt.parse(bytes)
  const targets = (read: typeof file) => read.units.map(({ target }) => target[0])
  assert.deepEqual(targets(file), ['One\ntwo', 'Three'])
  assert.deepEqual(Buffer.from(file.serialize()), bytes)
  const written = file.serialize({ update: [{ id: file.units[0]!.id, target: ['Eins\nzwei'] }] })
  assert.deepEqual(targets(srt.parse(written)), ['Eins\nzwei', 'Three'])
})
