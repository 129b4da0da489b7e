import { readFileSync } from 'node:fs'
import { type Migration, migrations } from './migrations/index.ts'

/** A version of the program and the migrations it knows. Tests describe older and newer ones. */
export interface Release {
  readonly version: string
  readonly migrations: readonly Migration[]
}

const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }

export const THIS_RELEASE: Release = { version: manifest.version, migrations }

/** A version as a number that the database can compare: 0.2.1 becomes 2001. */
export function versionNumber(version: string): number {
  const [major, minor, patch] = version.split(/[-+]/)[0]!.split('.').map(Number)
  return (major! * 1000 + minor!) * 1000 + patch!
}

export const versionText = (number: number): string =>
  [Math.floor(number / 1_000_000), Math.floor(number / 1000) % 1000, number % 1000].join('.')
