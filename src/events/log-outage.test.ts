import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { StoreUnavailable } from '#store/store-error.ts'
import { logOutage, OUTAGE_LINE_MS } from './log-outage.ts'

test('an outage is one line immediately, and then one in five seconds with the number of refused requests', () => {
  mock.timers.enable({ apis: ['setInterval'] })
  try {
    const lines: Record<string, unknown>[] = []
    const write = (fields: object) => void lines.push(fields as Record<string, unknown>)
    const writer = { info: write, warn: write, error: write }
    const away = () => new StoreUnavailable('away', Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }))
    for (let i = 0; i < 1000; i++) logOutage(writer, away())
    logOutage(writer, new StoreUnavailable('busy', new Error()))
    assert.deepEqual(
      lines.map(({ reason, refused }) => [reason, refused]),
      [
        ['The database cannot be reached.', 1],
        ['The database is too busy.', 1],
      ],
    )
    assert.equal(lines[0]!.code, 'ECONNREFUSED')
    mock.timers.tick(OUTAGE_LINE_MS)
    assert.deepEqual([lines.length, lines[2]!.refused], [3, 999])
    mock.timers.tick(OUTAGE_LINE_MS)
    assert.equal(lines.length, 3)
    // The next outage is logged immediately again.
    logOutage(writer, away())
    assert.deepEqual([lines.length, lines[3]!.refused], [4, 1])
    for (const line of lines) assert.ok(!JSON.stringify(line).includes('secret') && !('err' in line))
    mock.timers.tick(2 * OUTAGE_LINE_MS)
  } finally {
    mock.timers.reset()
  }
})
