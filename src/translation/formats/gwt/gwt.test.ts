import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectFormat } from '../index.ts'
import { pairWithTemplate } from '../monolingual.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'
import { gwt } from './gwt.ts'

const czech = fixture(import.meta.dirname, 'Garden_cs.properties')
const reading = { language: 'cs', plural: { count: 3, formula: '(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2' } }
const file = gwt.parse(czech, reading)

test('forms of one key are a plural string', () => {
  assert.deepEqual(
    file.units.map(({ id, target, note }) => [id, target, note]),
    [
      ['tools', ['Nářadí'], 'Lopata & vědro'],
      ['owner', ["Patří '{0}'"], ''],
      ['beds', ['Jeden záhon', '{0} záhony', '{0} záhonů'], 'Počet záhonů'],
      ['rows[=0]', ['Žádná řada'], ''],
      ['rows', ['{0} řad'], ''],
    ],
  )
})

test('only changed forms change', () => {
  const update = [{ id: 'beds', target: ["Jen '1'", '{0} záhony', '{0} záhonů'] }]
  assert.deepEqual(changedLines(czech, file.serialize({ update })), ['-beds[one]=Jeden záhon', "+beds[one]=Jen ''1''"])
})

test('missing forms are added below the others', async () => {
  const english = gwt.parse(Buffer.from('beds={0} beds\nbeds[one]=One bed\nend=End\n'), { language: 'en' })
  const own = gwt.parse(Buffer.from('beds={0} z\nend=Konec\n'), { ...reading, template: english })
  assert.deepEqual(unitOf(own, 'beds').target, ['', '', '{0} z'])
  const update = [{ id: 'beds', target: ['1 z', '', '{0} z'] }]
  assert.equal(Buffer.from(own.serialize({ update })).toString(), 'beds={0} z\nbeds[one]=1 z\nend=Konec\n')
  const empty = await pairWithTemplate(gwt.parse(Buffer.of(), { ...reading, template: english }), english, reading)
  const all = empty.serialize({ update: [{ id: 'beds', target: ['1', '2', '5'] }] })
  assert.equal(Buffer.from(all).toString(), 'beds=5\nbeds[one]=1\nbeds[few]=2\n')
})

test('all forms of a removed string are removed', () => {
  assert.deepEqual(changedLines(czech, file.serialize({ remove: ['beds'] })), [
    ...['-# Počet záhonů', '-beds={0} záhonů', '-beds[one]=Jeden záhon', '-beds[few]={0} záhony'],
  ])
})

test('a wrong number of forms is rejected', () => {
  assert.throws(() => file.serialize({ update: [{ id: 'beds', target: ['a', 'b'] }] }), /has 3 forms, 2 were given/)
})

test('files with plural forms are recognised', () => {
  assert.equal(detectFormat('Garden_cs.properties', czech), 'gwt')
  assert.equal(detectFormat('Garden.properties', Buffer.from('a[0]=b\n')), 'properties')
})
