// Test lanes. `npm test` runs the unit tests (`plain`): everything that needs only a clone, in a few minutes. Tests
// that take long, or need a server, a program or external data, are integration tests (`beyond`): `npm run
// test:beyond`.
import { readFileSync } from 'node:fs'

export type Lane = 'plain' | 'beyond' | 'all'

/** Read by tests that do more as integration tests (src/store/testing.ts). */
export const LANE_VARIABLE = 'PARLANCE_TEST_LANE'

/** Folders and file names of integration tests: they run long or drive other programs. */
const BEYOND = /\btest\/(faults|clients|browser|hostile|losing-work)\/|\.long\.test\.ts$/

/** Marks files with some tests that need external services or data, or do more when there is time. */
const NEEDS = /\b(onEachEngine|NO_POSTGRES|NO_MEDIAWIKI|PARLANCE_TEST_POSTGRES|PARLANCE_SHARED|asOften|HAS_TIME)\b/

/** Skip reasons of tests that the integration tests run. The unit tests do not count them as skipped. */
export const NEEDS_ELSEWHERE = /PostgreSQL|MediaWiki|shared|recorded answers|test:beyond/

/** Whether a file has no unit tests. */
export const isWhollyBeyond = (file: string): boolean => BEYOND.test(file.replaceAll('\\', '/'))

export function isInLane(lane: Lane, file: string, text = () => readFileSync(file, 'utf8')): boolean {
  if (lane === 'all') return true
  const isBeyond = isWhollyBeyond(file)
  return lane === 'plain' ? !isBeyond : isBeyond || NEEDS.test(text())
}

/** Makes the unit tests independent of the machine: they ignore any database, MediaWiki or shared data. */
export function enterLane(lane: Lane): void {
  if (lane !== 'all') process.env[LANE_VARIABLE] = lane
  if (lane !== 'plain') return
  delete process.env.PARLANCE_TEST_POSTGRES
  delete process.env.PARLANCE_TEST_MEDIAWIKI
  process.env.PARLANCE_SHARED = '/nowhere/shared'
}
