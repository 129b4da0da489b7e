import { readFileSync } from 'node:fs'

/** What a real MediaWiki 1.39 answered, recorded for the tests beside this file. */
export function fixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8')) as T
}
