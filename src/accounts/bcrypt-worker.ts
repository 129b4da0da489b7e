// Hashes one password with bcrypt. Runs on its own thread because bcrypt is slow by design.
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync } from 'bcryptjs'
import type { BcryptTask } from './bcrypt.ts'

const { password, settings } = workerData as BcryptTask
parentPort!.postMessage(hashSync(password, settings))
