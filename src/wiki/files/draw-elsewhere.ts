import { spawn } from 'node:child_process'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { FileError } from './file-error.ts'
import type { ThumbOrder } from './thumb-order.ts'

export interface DrawingOrder {
  readonly order: ThumbOrder
  readonly density: number
}

/** Time limit for one thumbnail, including process startup. */
const TIMEOUT_MS = 10_000

/** Renders a drawing in a separate process, which is killed on timeout. */
export async function drawElsewhere(drawing: Buffer, wanted: DrawingOrder, timeoutMs = TIMEOUT_MS): Promise<Buffer> {
  const script = fileURLToPath(new URL('./drawing-main.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(wanted)], {
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  const ended = new Promise<boolean>(resolve => {
    child.on('error', () => resolve(false))
    child.on('close', code => resolve(code === 0))
  })
  // The process may exit before it has read everything.
  child.stdin.on('error', () => undefined)
  child.stdin.end(drawing)
  const picture = await buffer(child.stdout)
  if (await ended) return picture
  throw new FileError(
    415,
    `No thumbnail can be created for this drawing: it is damaged, or rendering takes longer than ${timeoutMs / 1000} seconds.`,
  )
}
