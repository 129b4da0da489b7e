// Entry point of the thread that checks long texts and texts with expensive patterns.
import { answerJobs } from '#events/threads.ts'
import { MAX_STEPS, StepBudget } from '#patterns/step-budget.ts'
import { CHECK_TASKS } from './check-job.ts'
import type { ThreadTask } from './run-check-job.ts'

answerJobs(({ task, job }: ThreadTask) => CHECK_TASKS[task](job, new StepBudget(MAX_STEPS)))
