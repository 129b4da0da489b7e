import { DumpError } from '../dump-error.ts'
import { Bzip2Pool } from './bzip2-pool.ts'
import { type Bzip2Block, Bzip2Splitter, joinBlocks } from './bzip2-splitter.ts'
import type { Piece } from './piece.ts'
import type { RawBytes } from './raw-bytes.ts'

interface Pending {
  readonly block: Bzip2Block
  readonly data: Promise<Buffer>
}

/** A coincidental magic number splits a block in two; more than this many splits in one block mean damage. */
const MAX_JOINS = 3

/** Decompresses bzip2 blocks in parallel and returns them in order. */
export async function* bzip2Pieces(raw: RawBytes, file: string): AsyncGenerator<Piece> {
  const pool = new Bzip2Pool()
  const splitter = new Bzip2Splitter(file, raw.position)
  const queue: Pending[] = []
  let ended = false
  const start = (block: Bzip2Block): Pending => {
    const data = pool.decompress(block)
    // Handled when it is the block's turn; until then it must not count as an unhandled rejection.
    data.catch(() => undefined)
    return { block, data }
  }
  const fill = async (atLeast: number) => {
    while (queue.length < atLeast && !ended) {
      const chunk = await raw.next()
      ended = chunk === undefined
      for (const block of chunk === undefined ? splitter.finish() : splitter.push(chunk)) queue.push(start(block))
    }
  }
  try {
    for (;;) {
      await fill(pool.size * 2)
      const next = queue.shift()
      if (next === undefined) return
      const data = await settle(next, queue, fill, block => start(block).data, file)
      const { block } = next
      yield {
        data,
        consumed: block.position + block.bytes.length,
        restart: block.opensStream ? block.stream : undefined,
      }
    }
  } finally {
    await pool.close()
  }
}

async function settle(
  { block, data }: Pending,
  queue: Pending[],
  fill: (atLeast: number) => Promise<void>,
  retry: (block: Bzip2Block) => Promise<Buffer>,
  file: string,
): Promise<Buffer> {
  let joined = block
  for (let joins = 0; ; joins++) {
    try {
      return await data
    } catch (error) {
      await fill(1)
      const following = queue[0]
      if (joins === MAX_JOINS || following === undefined || following.block.stream !== block.stream) {
        throw new DumpError(
          `has damaged bzip2 data (${(error as Error).message})`,
          { file, position: block.position },
          { cause: error },
        )
      }
      queue.shift()
      joined = joinBlocks(joined, following.block)
      data = retry(joined)
    }
  }
}
