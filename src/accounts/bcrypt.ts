import { timingSafeEqual } from 'node:crypto'
import { Worker } from 'node:worker_threads'

export interface BcryptTask {
  readonly password: string
  /** `$2b$09$` followed by the salt. */
  readonly settings: string
}

/** Each step doubles the time. MediaWiki's default is 9; 14 takes a second or two. */
const MAX_COST = 14
const STORED = /^(\d{1,2})\$([./A-Za-z0-9]{22})\$([./A-Za-z0-9]{31})$/

/** Checks a password against the part of a MediaWiki hash after `:bcrypt:`, `cost$salt$hash`. */
export async function verifyBcrypt(password: string, stored: string): Promise<boolean> {
  const [, cost, salt, hash] = STORED.exec(stored) ?? []
  if (hash === undefined || Number(cost) < 4 || Number(cost) > MAX_COST) return false
  // PHP passes the password as a C string, which ends at the first NUL.
  const [cString = ''] = password.split('\0', 1)
  const actual = await enqueue({ password: cString, settings: `$2b$${cost!.padStart(2, '0')}$${salt}` })
  return timingSafeEqual(Buffer.from(actual.slice(-hash.length)), Buffer.from(hash))
}

let last: Promise<unknown> = Promise.resolve()

/** Runs one task at a time, so that a burst of logins cannot occupy all cores. */
function enqueue(task: BcryptTask): Promise<string> {
  const result = last.then(() => runOnThread(task))
  last = result.catch(() => undefined)
  return result
}

function runOnThread(task: BcryptTask): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bcrypt-worker.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the password hashing thread exited before it returned a result')))
  })
}
