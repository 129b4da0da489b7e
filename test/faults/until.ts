import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 50
const TRIES = 600

/** Waits until something happens. Fails after half a minute. */
export async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < TRIES; i++) {
    if (await isTrue()) return
    await sleep(PAUSE_MS)
  }
  assert.fail(`did not happen: ${what}`)
}
