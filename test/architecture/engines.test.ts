import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')

/** Code that depends on a particular database engine. */
const ENGINE_SPECIFIC: Readonly<Record<string, RegExp>> = {
  'checks the engine': /\bisPostgres\b|#store\/engine\.ts|\bengine [!=]== ?'|\.engine\b|adapter instanceof/,
  'uses a driver': /from '(better-sqlite3|pg|pg-copy-streams)'|#store\/(sqlite|postgres)\//,
  'uses an error code of a driver': /\bSQLITE_[A-Z]|'(40P01|40001|23505)'/,
  'uses SQL of one engine': /\bsqlite_(master|sequence)\b|\bpg_[a-z_]+\(|\bto_ts(vector|query)\b|\bjson_extract\b/,
}

/** Files that only report the engine to users. */
const REPORTS: readonly string[] = ['src/wiki/query/families/site/state.ts', 'src/pages/admin/overview.ts']

test('nothing above src/store depends on the database engine', () => {
  const dependent = globSync('src/**/*.ts', { cwd: root })
    .filter(file => !file.startsWith('src/store/') && !/\.test\.ts$|\/testing[^/]*\.ts$/.test(file))
    .filter(file => !REPORTS.includes(file))
    .flatMap(file => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return Object.entries(ENGINE_SPECIFIC).flatMap(([what, pattern]) =>
        pattern.test(text) ? [`${file} ${what}`] : [],
      )
    })
  assert.deepEqual(dependent, [])
})
