// /metrics is asked of one worker, but is about all of them: the worker asks the primary, which asks everybody.
import type { Registry } from 'prom-client'

const PATIENCE_MS = 6000

export type Numbers = Awaited<ReturnType<Registry['getMetricsAsJSON']>>
export type Message =
  | { readonly metrics: 'wanted'; readonly id: number }
  | { readonly metrics: 'collect'; readonly round: number }
  | { readonly metrics: 'collected'; readonly round: number; readonly numbers: Numbers }
  | { readonly metrics: 'all'; readonly id: number; readonly numbers: Numbers[] }

const isMessage = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'metrics' in message

/** In a worker: answers the primary's questions, and returns a function that reads the numbers of all workers. */
export function shareMetrics(registry: () => Promise<Registry>): () => Promise<string> {
  const waiting = new Map<number, (numbers: Numbers[]) => void>()
  let questions = 0

  process.on('message', async (message: unknown) => {
    if (!isMessage(message)) return
    if (message.metrics === 'all') waiting.get(message.id)?.(message.numbers)
    if (message.metrics !== 'collect') return
    const numbers = await (await registry()).getMetricsAsJSON()
    if (process.connected) process.send!({ metrics: 'collected', round: message.round, numbers } satisfies Message)
  })

  return async () => {
    if (!process.connected) return (await registry()).metrics()
    const id = ++questions
    const { promise, resolve } = Promise.withResolvers<Numbers[]>()
    waiting.set(id, resolve)
    // If the primary stays silent, this worker's own numbers are better than none.
    const timer = setTimeout(() => resolve([]), PATIENCE_MS)
    process.send!({ metrics: 'wanted', id } satisfies Message)
    const all = await promise
    clearTimeout(timer)
    waiting.delete(id)
    if (all.length === 0) return (await registry()).metrics()
    const { AggregatorRegistry } = await import('prom-client')
    return AggregatorRegistry.aggregate(all).metrics()
  }
}
