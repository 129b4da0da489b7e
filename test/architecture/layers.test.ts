import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')

/** What each folder may import from; the design's picture of the house, read from top to bottom. */
const below: Readonly<Record<string, readonly string[]>> = {
  cli: ['server', 'bridge', 'wiki', 'translation', 'accounts', 'languages', 'events', 'store', 'web'],
  server: ['bridge', 'wiki', 'translation', 'accounts', 'languages', 'events', 'store', 'web'],
  bridge: ['wiki', 'translation', 'accounts', 'languages', 'events', 'store', 'web'],
  wiki: ['accounts', 'languages', 'events', 'store', 'web'],
  translation: ['accounts', 'languages', 'events', 'store', 'web'],
  accounts: ['events', 'languages', 'store'],
  events: ['store'],
  languages: ['store'],
  store: [],
  web: [],
}

const sources = globSync('src/**/*.ts', { cwd: root })
const importsOf = (file: string): string[] =>
  [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      /^(?:import|export)\b[^'"]*?from '([^']+)'|import\('([^']+)'\)/gm,
    ),
  ].map(match => (match[1] ?? match[2])!)

test('imports point down only', () => {
  const wrong = sources.flatMap(file => {
    const folder = file.split(path.sep)[1]!
    return importsOf(file).flatMap(target => {
      const reached = target.startsWith('#')
        ? target.slice(1).split('/')[0]!
        : target.startsWith('.')
          ? path.relative(path.join(root, 'src'), path.resolve(root, path.dirname(file), target)).split(path.sep)[0]!
          : folder
      return reached === folder || below[folder]?.includes(reached) ? [] : [`${file} imports ${target}`]
    })
  })
  assert.deepEqual(wrong, [])
})

test('no source file has grown beyond one idea (400 lines)', () => {
  const long = sources
    .filter(file => !/(\.test|\.generated)\.ts$/.test(file) && !file.includes('fixtures'))
    .map(file => [file, readFileSync(path.join(root, file), 'utf8').split('\n').length - 1] as const)
    .filter(([, lines]) => lines > 400)
  assert.deepEqual(long, [])
})
