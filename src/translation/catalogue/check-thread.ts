// Entry of a thread that checks long texts.
import { answerJobs } from '#events/threads.ts'
import { tryJob } from './check-job.ts'

answerJobs(tryJob)
