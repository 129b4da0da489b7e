import { ThreadPool } from '#events/threads.ts'
import { STEPS_AT_ONCE, StepBudget, StepsExceeded } from '#patterns/step-budget.ts'
import { breathe, wantedSignal } from '#store/turn.ts'
import type { TextVerdict } from '../checks/run.ts'
import { CHECK_TASKS, type CheckJob, type CheckTask, type Trial } from './check-job.ts'

/** Shorter texts take less time to check than to send to a thread. */
const MAX_INLINE_CHARS = 10_000

export interface ThreadTask {
  readonly task: CheckTask
  readonly job: CheckJob
}

// Shared by the process, because checks do not use the database. Idle threads end.
const pool = new ThreadPool<ThreadTask, Trial | TextVerdict>(new URL('./check-thread.ts', import.meta.url))

/**
 * Runs a task in-process if the text is short and the patterns in its flags take few steps, otherwise in a thread. How
 * many steps a pattern takes is only known when it runs.
 */
export async function runCheckJob<T extends CheckTask>(
  task: T,
  job: CheckJob,
): Promise<ReturnType<(typeof CHECK_TASKS)[T]>> {
  await breathe()
  type Answer = ReturnType<(typeof CHECK_TASKS)[T]>
  if (lengthOf(job) <= MAX_INLINE_CHARS) {
    try {
      return CHECK_TASKS[task](job, new StepBudget(STEPS_AT_ONCE, false)) as Answer
    } catch (error) {
      if (!(error instanceof StepsExceeded)) throw error
    }
  }
  return (await pool.run({ task, job }, { signal: wantedSignal() })) as Answer
}

const lengthOf = ({ sources, targets }: CheckJob): number =>
  [...sources, ...targets].reduce((sum, text) => sum + text.length, 0)
