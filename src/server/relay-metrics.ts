import cluster from 'node:cluster'
import type { Message, Numbers } from './cluster-metrics.ts'

const PATIENCE_MS = 3000

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** In the primary: passes questions on to every worker and the answers back. */
export function relayMetrics(): void {
  const rounds = new Map<number, { left: number; numbers: Numbers[]; done: () => void }>()
  let count = 0

  cluster.on('message', async (asking, message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === 'collected') {
      const round = rounds.get(message.round)
      round?.numbers.push(message.numbers)
      if (round && --round.left === 0) round.done()
    }
    if (message.metrics !== 'wanted') return
    const key = ++count
    const { promise, resolve } = Promise.withResolvers<void>()
    const workers = Object.values(cluster.workers ?? {}).filter(worker => worker?.isConnected())
    const round = { left: workers.length, numbers: [], done: resolve }
    rounds.set(key, round)
    const timer = setTimeout(resolve, PATIENCE_MS)
    for (const worker of workers) worker!.send({ metrics: 'collect', round: key } satisfies Message)
    await promise
    clearTimeout(timer)
    rounds.delete(key)
    if (asking.isConnected()) asking.send({ metrics: 'all', id: message.id, numbers: round.numbers } satisfies Message)
  })
}
