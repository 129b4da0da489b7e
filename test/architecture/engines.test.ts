import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const root = path.join(import.meta.dirname, '..', '..')

/** Ways to ask which engine a database has, or to know what only one of them says. */
const QUESTIONS: Readonly<Record<string, RegExp>> = {
  'asks for the engine': /\bisPostgres\b|#store\/engine\.ts|\bengine [!=]== ?'|\.engine\b|adapter instanceof/,
  'knows a driver': /from '(better-sqlite3|pg|pg-copy-streams)'|#store\/(sqlite|postgres)\//,
  'knows a code of a driver': /\bSQLITE_[A-Z]|'(40P01|40001|23505)'/,
  'speaks to one engine': /\bsqlite_(master|sequence)\b|\bpg_[a-z_]+\(|\bto_ts(vector|query)\b|\bjson_extract\b/,
}

/** Places that tell people which engine there is; none of them decides anything by it. */
const REPORTS: readonly string[] = ['src/wiki/query/families/site/state.ts', 'src/pages/admin/overview.ts']

test('nothing above src/store asks which engine it is', () => {
  const asking = globSync('src/**/*.ts', { cwd: root })
    .filter(file => !file.startsWith('src/store/') && !/\.test\.ts$|\/testing[^/]*\.ts$/.test(file))
    .filter(file => !REPORTS.includes(file))
    .flatMap(file => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return Object.entries(QUESTIONS).flatMap(([what, pattern]) => (pattern.test(text) ? [`${file} ${what}`] : []))
    })
  assert.deepEqual(asking, [])
})
