// /metrics and the administration pages need data from all workers. The worker that handles the request asks the
// primary, which asks all workers.

const TIMEOUT_MS = 6000

export type Topic = 'metrics' | 'process'

export type Message =
  | { readonly ask: 'wanted'; readonly topic: Topic; readonly id: number }
  | { readonly ask: 'collect'; readonly topic: Topic; readonly round: number }
  | { readonly ask: 'collected'; readonly round: number; readonly answer: unknown }
  | { readonly ask: 'all'; readonly id: number; readonly answers: readonly unknown[] }

export const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'ask' in message

/** Registers this process's answer to a question, and returns a function that asks all processes. */
export type AskWorkers = <T>(topic: Topic, own: () => Promise<T>) => () => Promise<T[]>

/** For a server with a single process. */
export const askMyself: AskWorkers = (_topic, own) => async () => [await own()]

/** Runs in a worker: answers the primary's questions, and asks it for the answers of all workers. */
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
      // If the primary does not respond, fall back to this worker's own answer.
      const timer = setTimeout(() => resolve([]), TIMEOUT_MS)
      process.send!({ ask: 'wanted', topic, id } satisfies Message)
      const all = (await promise) as T[]
      clearTimeout(timer)
      waiting.delete(id)
      return all.length === 0 ? [await own()] : all
    }
  }
}
