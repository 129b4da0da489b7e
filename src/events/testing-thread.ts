// Test helper: a thread that echoes, asks, fails, loops or exits on request.
import { answerJobs } from './threads.ts'

export type Order =
  | { say: unknown }
  | { throw: string }
  | { eat: true }
  | { loop: true }
  | { exit: true }
  | { ask: readonly unknown[] }

answerJobs((order: Order, ask): unknown => {
  if ('ask' in order) return order.ask.map(question => ask!(question))
  if ('say' in order) return order.say
  if ('throw' in order) throw new RangeError(order.throw)
  if ('exit' in order) return process.exit(0)
  const eaten: string[][] = []
  for (;;) if ('eat' in order) eaten.push(new Array(1000).fill('x').map((x, i) => x + i))
})
