import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minutesAhead, timeCorrection } from './time-correction.ts'

const WINTER = Date.parse('2026-01-15T00:00:00Z') / 1000
const SUMMER = Date.parse('2026-07-15T00:00:00Z') / 1000

test("accepts hours, minutes or a time zone, and defaults to the wiki's time zone", () => {
  const told = (text: string) => timeCorrection(text, WINTER)
  assert.deepEqual(
    [
      '05:30',
      '-5',
      '+0130',
      'Offset|90',
      'ZoneInfo|0|Europe/Berlin',
      'ZoneInfo|60|Nowhere/None',
      'noon',
      'System|0',
      '',
    ].map(told),
    [
      'Offset|330',
      'Offset|-300',
      'Offset|90',
      'Offset|90',
      'ZoneInfo|60|Europe/Berlin',
      'Offset|60',
      'System|0',
      'System|0',
      'System|0',
    ],
  )
})

test('follows daylight saving time', () => {
  const berlin = 'ZoneInfo|60|Europe/Berlin'
  assert.deepEqual([minutesAhead(berlin, WINTER), minutesAhead(berlin, SUMMER)], [60, 120])
  assert.deepEqual(
    [minutesAhead('Offset|-90', WINTER), minutesAhead('System|0', WINTER), minutesAhead('', WINTER)],
    [-90, 0, 0],
  )
})
