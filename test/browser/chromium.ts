// Where a Chromium is, and how it is started.
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

/** Chromium on this machine: Debian's, or the one that PARLANCE_TEST_CHROMIUM names. */
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
