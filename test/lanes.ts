// Which tests run when. `npm test` is the plain lane: all that needs nothing but a clone, in a few minutes. What takes long, or
// needs a server, a program or data from elsewhere, is beyond it: `npm run test:beyond`.
import { readFileSync } from 'node:fs'

export type Lane = 'plain' | 'beyond' | 'all'

/** Read by tests that do more in the long lane (src/store/testing.ts). */
export const LANE_VARIABLE = 'PARLANCE_TEST_LANE'

/** What runs long or drives other programs: folders, and files that say so by their name. All of it is beyond. */
const BEYOND = /\btest\/(faults|clients|browser|hostile|losing-work)\/|\.long\.test\.ts$/

/** How other files say that some of their tests need something else, or do more when there is time. */
const NEEDS = /\b(onEachEngine|NO_POSTGRES|NO_MEDIAWIKI|PARLANCE_TEST_POSTGRES|PARLANCE_SHARED|asOften|HAS_TIME)\b/

/** What a test says that the plain lane leaves to the other one; there it is no skip. */
export const NEEDS_ELSEWHERE = /PostgreSQL|MediaWiki|shared|recorded answers|test:beyond/

/** Whether all of a file is beyond the plain lane. */
export const isWhollyBeyond = (file: string): boolean => BEYOND.test(file.replaceAll('\\', '/'))

export function isInLane(lane: Lane, file: string, text = () => readFileSync(file, 'utf8')): boolean {
  if (lane === 'all') return true
  const isBeyond = isWhollyBeyond(file)
  return lane === 'plain' ? !isBeyond : isBeyond || NEEDS.test(text())
}

/** Makes the same of a lane wherever it runs: what may be there by chance is not used in the plain one. */
export function enterLane(lane: Lane): void {
  if (lane !== 'all') process.env[LANE_VARIABLE] = lane
  if (lane !== 'plain') return
  delete process.env.PARLANCE_TEST_POSTGRES
  delete process.env.PARLANCE_TEST_MEDIAWIKI
  process.env.PARLANCE_SHARED = '/nowhere/shared'
}
