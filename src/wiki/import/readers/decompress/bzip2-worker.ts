// A pool thread that decompresses bzip2 blocks and answers with their bytes or an error.
import { parentPort } from 'node:worker_threads'
import { type BlockBits, blockDecoder } from './bzip2-block.ts'

const decoder = blockDecoder()

parentPort!.on('message', async ({ id, block }: { id: number; block: BlockBits }) => {
  try {
    const decode = await decoder
    const data = decode(block)
    parentPort!.postMessage({ id, data }, [data.buffer])
  } catch (error) {
    parentPort!.postMessage({ id, error: (error as Error).message })
  }
})
