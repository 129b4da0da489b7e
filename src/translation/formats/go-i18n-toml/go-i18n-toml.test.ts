import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedLines, fixture } from '../testing.ts'
import { goI18nToml } from './go-i18n-toml.ts'

const czech = fixture(import.meta.dirname, 'active.cs.toml')
const options = { language: 'cs' }

test('texts and plurals are read, with descriptions as notes', () => {
  const file = goI18nToml.parse(czech, options)
  assert.deepEqual(
    file.units.map(({ id, target, note }) => [id, target, note]),
    [
      ['Hello', ['Ahoj'], ''],
      [
        'PersonCats',
        ['{{.Name}} má {{.Count}} kočku.', '', '', '{{.Name}} má {{.Count}} koček.'],
        'The number of cats',
      ],
      ['Only', ['Jen text'], ''],
    ],
  )
})

test('missing forms are added beside the others', () => {
  const changed = goI18nToml
    .parse(czech, options)
    .serialize({ update: [{ id: 'PersonCats', target: ['1', '2', '', '{{.Name}} má {{.Count}} koček.'] }] })
  assert.deepEqual(changedLines(czech, changed), [
    '-one = "{{.Name}} má {{.Count}} kočku."',
    '+one = "1"',
    '+few = "2"',
  ])
})

test('new messages become keys before the tables, or tables', () => {
  const added = goI18nToml.parse(czech, options).serialize({
    add: [
      { context: 'Bye', source: [], target: ['Nashle'] },
      { context: 'Dogs', source: [], target: ['1', '2', '3', '4'], note: 'n', after: 'PersonCats' },
    ],
  })
  assert.deepEqual(changedLines(czech, added), [
    '+Bye = "Nashle"',
    '+[Dogs]',
    '+description = "n"',
    '+one = "1"',
    '+few = "2"',
    '+many = "3"',
    '+other = "4"',
    '+',
  ])
  const again = goI18nToml.parse(added, options).serialize({ remove: ['Bye', 'Dogs'] })
  assert.deepEqual(changedLines(czech, again), ['+'])
})
