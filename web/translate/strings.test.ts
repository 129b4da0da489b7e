import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type Ask, Strings } from './strings.ts'
import type { Row } from './types.ts'

const row = (position: number): Row => ({
  id: position * 10,
  position,
  source: [`source ${position}`],
  target: [''],
  state: 0,
  num_plurals: 1,
  context: '',
  has_failing_check: false,
  has_suggestion: false,
  has_comment: false,
})

/** A fake server with a number of strings that records its requests. */
function server(count: number, { knowsCount = true } = {}) {
  const all = Array.from({ length: count }, (_, i) => row(i + 1))
  const asked: Record<string, string | number>[] = []
  const ask: Ask = async parameters => {
    asked.push(parameters)
    const limit = Number(parameters.limit)
    const { after, before, around, offset } = parameters
    let first = Number(offset ?? 0)
    if (after !== undefined) first = Number(after)
    if (before !== undefined) first = Math.max(Number(before) - limit, 0)
    if (around !== undefined) first = Math.max(Number(around) / 10 - 1 - limit / 2, 0)
    const end = Math.min(before === undefined ? first + limit : Number(before), count)
    return {
      count: knowsCount || parameters.count === 'yes' ? count : null,
      position_of_first: first,
      results: all.slice(first, end),
      next: end < count ? String(end) : null,
      previous: first > 0 ? String(first) : null,
    }
  }
  return { ask, asked }
}

describe('the list of strings', () => {
  test('loads the first strings, and more on demand', async () => {
    const { ask, asked } = server(100_000)
    const strings = new Strings(ask)
    assert.equal(await strings.begin('state:empty', null), 0)
    assert.equal(strings.count.value, 100_000)
    assert.equal(strings.at(0)?.id, 10)
    assert.equal(strings.at(100), undefined)
    await strings.need(90, 120)
    assert.equal(strings.at(119)?.position, 120)
    await strings.need(50_000, 50_030)
    assert.equal(strings.at(50_029)?.position, 50_030)
    assert.equal((await strings.get(99_999))?.position, 100_000)
    assert.deepEqual(
      asked.map(({ after, offset }) => [after, offset]),
      [
        [undefined, undefined],
        ['100', undefined],
        [undefined, 49_975],
        [undefined, 99_974],
      ],
    )
    assert.ok(asked.every(each => each.q === 'state:empty'))
  })

  test('loads backwards from a jump target without gaps', async () => {
    const { ask } = server(1000)
    const strings = new Strings(ask)
    assert.equal(await strings.begin('', 5000), 499)
    await strings.need(400, 480)
    for (let rank = 400; rank < 545; rank++) assert.equal(strings.at(rank)?.position, rank + 1)
  })

  test('fetches only the latest position during fast scrolling', async () => {
    const { ask, asked } = server(100_000)
    const strings = new Strings(ask)
    await strings.begin('', null)
    for (let from = 1000; from <= 90_000; from += 1000) void strings.need(from, from + 20)
    await strings.need(95_000, 95_020)
    assert.ok(strings.at(95_010))
    assert.ok(asked.length < 6, `${asked.length} questions`)
  })

  test('loads an unknown count later', async () => {
    const { ask } = server(350, { knowsCount: false })
    const strings = new Strings(ask)
    await strings.begin('x', null)
    await new Promise(resolve => setImmediate(resolve))
    assert.equal(strings.count.value, 350)
    assert.equal(strings.isCountKnown.value, true)
  })

  test('keeps the position of a changed string', async () => {
    const { ask } = server(10)
    const strings = new Strings(ask)
    await strings.begin('', null)
    strings.replace({ id: 30, target: ['new'], state: 20 })
    assert.deepEqual(strings.at(2)?.target, ['new'])
    assert.equal(strings.rankOf(30), 2)
    strings.replace({ id: 999, state: 20 })
  })

  test('reports a failure and retries on the next request', async () => {
    const { ask } = server(1000)
    let isDown = false
    const strings = new Strings(async (parameters, signal) => {
      if (isDown) throw new Error('down')
      return ask(parameters, signal)
    })
    await strings.begin('', null)
    isDown = true
    await strings.need(200, 210)
    assert.equal((strings.problem.value as Error).message, 'down')
    isDown = false
    await strings.need(200, 210)
    assert.equal(strings.problem.value, null)
    assert.ok(strings.at(205))
  })
})
