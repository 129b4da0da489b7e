import { readFileSync } from 'node:fs'

/** Recorded responses of a real MediaWiki 1.39. */
export function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')) as T
}
