// Finds and starts Chromium.
import { accessSync, constants } from 'node:fs'

export const FLAGS: readonly string[] = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's Chromium, or the one in PARLANCE_TEST_CHROMIUM. */
export const CHROMIUM = [process.env.PARLANCE_TEST_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  file => file !== undefined && isExecutable(file),
)

export const NO_BROWSER =
  CHROMIUM === undefined && 'Chromium is not here (apt-get install chromium, or name it in PARLANCE_TEST_CHROMIUM)'

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
