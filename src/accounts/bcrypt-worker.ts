// Hashes one password with bcrypt, on a thread of its own: it takes long, and is meant to.
import { parentPort, workerData } from 'node:worker_threads'
import { hashSync } from 'bcryptjs'
import type { BcryptTask } from './bcrypt.ts'

const { password, settings } = workerData as BcryptTask
parentPort!.postMessage(hashSync(password, settings))
