import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { drawElsewhere } from './draw-elsewhere.ts'
import { isCostly, refuseCostlyEffects } from './drawing-cost.ts'
import type { ThumbOrder } from './thumb-order.ts'

const svg = (body: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50" viewBox="0 0 100 50">${body}</svg>`
const order = { width: 40, height: 20, mime: 'image/png', prefix: '40px', params: { width: 40 } } as ThumbOrder

test('renders a drawing in a separate process', async () => {
  const picture = await drawElsewhere(Buffer.from(svg('<circle r="9"/>')), { order, density: 72 })
  const { width, height } = await sharp(picture).metadata()
  assert.deepEqual([width, height], [40, 20])
})

test('kills the process and reports an error on a timeout or an invalid drawing', async () => {
  const wanted = { order, density: 72 }
  await assert.rejects(drawElsewhere(Buffer.from(svg('<circle r="9"/>')), wanted, 1), /longer than 0\.001 seconds/)
  await assert.rejects(drawElsewhere(Buffer.from('<svg'), wanted), /damaged/)
})

test('rejects effects that take minutes by name, but not ordinary ones', () => {
  const blur = (size: number) => svg(`<filter id="a"><feGaussianBlur stdDeviation="${size}"/></filter>`)
  assert.doesNotThrow(() => refuseCostlyEffects(blur(4)))
  assert.throws(() => refuseCostlyEffects(blur(5000)), /filter effect is larger than 250/)
  assert.throws(() => refuseCostlyEffects(svg('<filter><feTurbulence/></filter>')), /feTurbulence is not supported/)
  const many = svg(`<filter>${'<feOffset/>'.repeat(300)}</filter>`)
  assert.throws(() => refuseCostlyEffects(many), /more than 200 filter effects/)
  assert.equal(isCostly(blur(4)), true)
  assert.equal(isCostly(svg('<circle r="9"/>')), false)
})
