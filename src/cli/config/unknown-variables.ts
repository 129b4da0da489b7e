import type { Config } from '#core/config.ts'
import { variableName } from './names.ts'
import { settings } from './settings.ts'

const PREFIX = 'PARLANCE_'

/** Used between the program's own processes, and for debugging. */
const INTERNAL: ReadonlySet<string> = new Set(
  ['DEBUG', 'WORKER', 'PREPARE', 'WHOLE_SITE', 'SERVED_BY', 'TEXT_STEPS'].map(name => PREFIX + name),
)

/** Read before the settings, because it adds to what they and the commands know. */
const PLUGINS = 'PARLANCE_PLUGINS'

/** Used by tests, benchmarks and generators that start the program. */
const FOR_TESTS = /^PARLANCE_(TEST|KILL|PAGING)_|^PARLANCE_(SHARED|FUZZ|KEY)$/

/** A warning for each variable that looks like a setting but is not one. */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = (Object.keys(settings) as (keyof Config)[]).map(variableName)
  const isKnown = (name: string) =>
    names.includes(name) || name === PLUGINS || INTERNAL.has(name) || FOR_TESTS.test(name)
  return Object.keys(env)
    .filter(name => name.startsWith(PREFIX) && !isKnown(name))
    .sort()
    .map(
      name =>
        `The environment variable ${name} is not a setting and has no effect. Did you mean ${nearest(name, names)}?`,
    )
}

const nearest = (name: string, names: readonly string[]): string =>
  names.reduce((best, each) => (distance(name, each) < distance(name, best) ? each : best))

/** Levenshtein distance. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = row[j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[other.length]!
}
