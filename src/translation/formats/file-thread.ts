// Entry point of the worker thread that reads and writes large files.
import { answerJobs } from '#events/threads.ts'
import { doFileJob } from './file-work.ts'

answerJobs(doFileJob)
