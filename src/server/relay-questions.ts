import cluster from 'node:cluster'
import { isMessage, type Message } from './ask-workers.ts'

const TIMEOUT_MS = 3000

/** Runs in the primary: forwards questions to all workers and returns their answers. */
export function relayQuestions(): void {
  const rounds = new Map<number, { left: number; answers: unknown[]; done: () => void }>()
  let count = 0

  cluster.on('message', async (asking, message: unknown) => {
    if (!isMessage(message)) return
    if (message.ask === 'collected') {
      const round = rounds.get(message.round)
      // A worker that has just started may have no answer yet.
      if (message.answer !== undefined) round?.answers.push(message.answer)
      if (round && --round.left === 0) round.done()
    }
    if (message.ask !== 'wanted') return
    const key = ++count
    const { promise, resolve } = Promise.withResolvers<void>()
    const workers = Object.values(cluster.workers ?? {}).filter(worker => worker?.isConnected())
    const round = { left: workers.length, answers: [], done: resolve }
    rounds.set(key, round)
    const timer = setTimeout(resolve, TIMEOUT_MS)
    for (const worker of workers) worker!.send({ ask: 'collect', topic: message.topic, round: key } satisfies Message)
    await promise
    clearTimeout(timer)
    rounds.delete(key)
    if (asking.isConnected()) asking.send({ ask: 'all', id: message.id, answers: round.answers } satisfies Message)
  })
}
