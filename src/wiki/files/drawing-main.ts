// Entry of a process that draws one drawing: it comes on the input, its picture goes to the output. Drawing can take as long
// as a drawing says, and nothing but the end of its process stops it.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { DrawingOrder } from './draw-elsewhere.ts'
import { asThumbnail, MOST_PIXELS } from './thumbnail-format.ts'

const { order, density } = JSON.parse(process.argv[2]!) as DrawingOrder
sharp.concurrency(1)
const drawing = sharp(await buffer(process.stdin), { limitInputPixels: MOST_PIXELS, failOn: 'error', density })
process.stdout.write(await asThumbnail(drawing, order).toBuffer())
