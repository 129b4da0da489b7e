import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantIn, zonedMoment } from './times.ts'

test('a time of day is an instant by the clocks of the time zone, also where those are changed', () => {
  for (const [zone, local, instant] of [
    ['UTC', '2026-11-15T09:30', '2026-11-15T09:30:00.000Z'],
    ['Europe/Prague', '2026-11-15T09:30', '2026-11-15T08:30:00.000Z'],
    ['Europe/Prague', '2026-07-15T00:15', '2026-07-14T22:15:00.000Z'],
    ['Europe/Prague', '2026-03-29T03:30', '2026-03-29T01:30:00.000Z'],
    ['Europe/Prague', '2026-03-29T01:30', '2026-03-29T00:30:00.000Z'],
    ['Asia/Kolkata', '2027-01-01T00:00', '2026-12-31T18:30:00.000Z'],
    ['America/New_York', '2026-12-31T20:00', '2027-01-01T01:00:00.000Z'],
  ] as const)
    assert.equal(instantIn(zone, local), instant, `${local} in ${zone}`)
})

test('the time zone is said where it matters', () => {
  const prague = { language: 'en', timeZone: 'Europe/Prague' }
  assert.match(zonedMoment(prague, '2026-11-15T08:30:00Z'), /^Nov 15, 2026, 9:30 AM GMT\+1$/)
})
