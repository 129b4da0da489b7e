import assert from 'node:assert/strict'
import { test } from 'node:test'
import { islu } from '../ini/ini.ts'
import { changedLines, fixture, unitOf } from '../testing.ts'

const slovak = fixture(import.meta.dirname, 'Slovak.islu')

test('line breaks are written as Inno Setup writes them', () => {
  const file = islu.parse(slovak)
  assert.equal(unitOf(file, '[Messages]ExitSetupMessage').target[0], 'Inštalácia nie je dokončená.\n\nUkončiť %1?')
  const changed = file.serialize({ update: [{ id: '[Messages]SetupAppTitle', target: ['Prvý\ndruhý'] }] })
  assert.deepEqual(changedLines(slovak, changed), [
    '-SetupAppTitle=Sprievodca inštaláciou',
    '+SetupAppTitle=Prvý%ndruhý',
  ])
  assert.equal(islu.refuses!('a\nb'), undefined)
  assert.match(islu.refuses!('a ')!, /white space/)
})
