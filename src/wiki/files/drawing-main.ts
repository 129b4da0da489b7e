// Entry point of the process that renders one drawing from standard input to standard output. A drawing can take
// arbitrarily long, and only killing the process stops it.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { DrawingOrder } from './draw-elsewhere.ts'
import { asThumbnail, MAX_PIXELS } from './thumbnail-format.ts'

const { order, density } = JSON.parse(process.argv[2]!) as DrawingOrder
sharp.concurrency(1)
const drawing = sharp(await buffer(process.stdin), { limitInputPixels: MAX_PIXELS, failOn: 'error', density })
process.stdout.write(await asThumbnail(drawing, order).toBuffer())
