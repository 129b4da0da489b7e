import { timingSafeEqual } from 'node:crypto'
import { Worker } from 'node:worker_threads'

export interface BcryptTask {
  readonly password: string
  /** `$2b$09$` and the salt. */
  readonly settings: string
}

/** Each step doubles the time; MediaWiki's own setting is 9, and 14 takes a second or two. */
const MAX_COST = 14
const STORED = /^(\d{1,2})\$([./A-Za-z0-9]{22})\$([./A-Za-z0-9]{31})$/

/** Checks a password against what MediaWiki stores after `:bcrypt:`, which is `cost$salt$hash`. */
export async function verifyBcrypt(password: string, stored: string): Promise<boolean> {
  const [, cost, salt, hash] = STORED.exec(stored) ?? []
  if (hash === undefined || Number(cost) < 4 || Number(cost) > MAX_COST) return false
  // PHP hands the password on as a C string.
  const [given = ''] = password.split('\0', 1)
  const made = await inTurn({ password: given, settings: `$2b$${cost!.padStart(2, '0')}$${salt}` })
  return timingSafeEqual(Buffer.from(made.slice(-hash.length)), Buffer.from(hash))
}

let last: Promise<unknown> = Promise.resolve()

/** One at a time: many logins at once must not take all cores from those who read. */
function inTurn(task: BcryptTask): Promise<string> {
  const mine = last.then(() => onThread(task))
  last = mine.catch(() => undefined)
  return mine
}

function onThread(task: BcryptTask): Promise<string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./bcrypt-worker.ts', import.meta.url), { workerData: task })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that checks passwords ended early')))
  })
}
