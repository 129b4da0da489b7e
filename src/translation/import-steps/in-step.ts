import type { Services } from '#core/services.ts'
import { type Work, work } from '../catalogue/work.ts'
import type { Steps } from './steps.ts'
import { Tally } from './tally.ts'

/** Runs one transaction of a step: the work, its counts and the position after it are stored together. */
export async function inStep<T>(
  { services, steps }: { readonly services: Pick<Services, 'store' | 'clock'>; readonly steps: Steps },
  step: string,
  task: (piece: Work, tally: Tally) => Promise<T>,
  next = '',
): Promise<T> {
  const { result, stored } = await work(services, null, async piece => {
    piece.tellNobody()
    const tally = new Tally()
    const result = await task(piece, tally)
    return { result, stored: await steps.advance(piece.tx, step, tally, next) }
  })
  stored()
  return result
}
