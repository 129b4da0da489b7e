// A request is answered by one worker, but /metrics and the administration are about all of them: the worker asks the
// primary, which asks everybody.

const PATIENCE_MS = 6000

/** What is asked of every worker. */
export type Topic = 'metrics' | 'process'

export type Message =
  | { readonly ask: 'wanted'; readonly topic: Topic; readonly id: number }
  | { readonly ask: 'collect'; readonly topic: Topic; readonly round: number }
  | { readonly ask: 'collected'; readonly round: number; readonly answer: unknown }
  | { readonly ask: 'all'; readonly id: number; readonly answers: readonly unknown[] }

export const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'ask' in message

/** Answers a question for this process, and returns what asks all of them. */
export type AskWorkers = <T>(topic: Topic, own: () => Promise<T>) => () => Promise<T[]>

/** A server of one process has only itself to ask. */
export const askMyself: AskWorkers = (_topic, own) => async () => [await own()]

/** In a worker: answers the primary's questions, and asks it for what all workers say. */
export function askThroughPrimary(): AskWorkers {
  const answers = new Map<Topic, () => Promise<unknown>>()
  const waiting = new Map<number, (answers: readonly unknown[]) => void>()
  let questions = 0

  process.on('message', async (message: unknown) => {
    if (!isMessage(message)) return
    if (message.ask === 'all') waiting.get(message.id)?.(message.answers)
    if (message.ask !== 'collect') return
    const answer = await answers.get(message.topic)?.()
    if (process.connected) process.send!({ ask: 'collected', round: message.round, answer } satisfies Message)
  })

  return <T>(topic: Topic, own: () => Promise<T>) => {
    answers.set(topic, own)
    return async () => {
      if (!process.connected) return [await own()]
      const id = ++questions
      const { promise, resolve } = Promise.withResolvers<readonly unknown[]>()
      waiting.set(id, resolve)
      // If the primary stays silent, this worker's own answer is better than none.
      const timer = setTimeout(() => resolve([]), PATIENCE_MS)
      process.send!({ ask: 'wanted', topic, id } satisfies Message)
      const all = (await promise) as T[]
      clearTimeout(timer)
      waiting.delete(id)
      return all.length === 0 ? [await own()] : all
    }
  }
}
