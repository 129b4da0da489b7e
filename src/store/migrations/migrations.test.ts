import assert from 'node:assert/strict'
import { test } from 'node:test'
import { THIS_RELEASE, versionNumber, versionText } from '../release.ts'
import { ddl } from './ddl.ts'
import { migrations } from './index.ts'

/** Statements that leave older servers able to serve. The rest needs `oldestVersion`. */
function onlyAdds(statement: string, newTables: ReadonlySet<string>): boolean {
  const text = statement.replace(/^--.*$/gm, '').trim()
  if (/^CREATE (VIRTUAL )?TABLE\b/.test(text)) return true
  // Older servers may write duplicates.
  const unique = /^CREATE UNIQUE INDEX \w+ ON (\w+)/.exec(text)
  if (unique) return newTables.has(unique[1]!)
  if (/^(CREATE INDEX|INSERT INTO|UPDATE)\b/.test(text)) return true
  return /^ALTER TABLE \w+ ADD COLUMN\b/.test(text) && (!/\bNOT NULL\b/.test(text) || /\bDEFAULT\b/.test(text))
}

const tablesOf = (statements: readonly string[]): ReadonlySet<string> =>
  new Set(statements.flatMap(statement => /\bCREATE TABLE (\w+)/.exec(statement)?.[1] ?? []))

test('a migration that does more than add names the oldest version that can go on', () => {
  for (const { name, statements, oldestVersion } of migrations.slice(1))
    for (const engine of ['sqlite', 'postgres'] as const) {
      const each = ddl(statements, engine)
      if (oldestVersion === undefined)
        for (const one of each) assert.ok(onlyAdds(one, tablesOf(each)), `${name} needs oldestVersion for: ${one}`)
      else
        assert.ok(
          versionNumber(oldestVersion) <= versionNumber(THIS_RELEASE.version),
          `${name} would stop the version that applies it`,
        )
    }
})

test('recognises statements that older servers do not survive', () => {
  const none = new Set<string>()
  for (const statement of [
    'DROP TABLE page',
    'ALTER TABLE page DROP COLUMN title',
    'ALTER TABLE page RENAME TO pages',
    'ALTER TABLE page ADD COLUMN lang TEXT NOT NULL',
    'CREATE UNIQUE INDEX page_by_lang ON page (lang)',
    'DROP INDEX page_by_title',
  ])
    assert.equal(onlyAdds(statement, none), false, statement)
  assert.equal(onlyAdds('CREATE UNIQUE INDEX new_by_name ON new (name)', new Set(['new'])), true)
  assert.equal(onlyAdds("ALTER TABLE page ADD COLUMN lang TEXT NOT NULL DEFAULT ''", none), true)
  assert.equal(onlyAdds('ALTER TABLE page ADD COLUMN lang TEXT', none), true)
})

test('migrations are listed in the order of their versions, under names of their own', () => {
  const versions = migrations.map(({ name }) => versionNumber(name))
  assert.deepEqual(
    versions,
    versions.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(migrations.map(({ name }) => name)).size, migrations.length)
})

test('versions keep their order as numbers', () => {
  const versions = ['0.1.0', '0.1.1', '0.2.0', '0.10.0', '1.0.0', '1.0.10', '10.0.0']
  const numbers = versions.map(versionNumber)
  assert.deepEqual(
    numbers,
    numbers.toSorted((a, b) => a - b),
  )
  assert.deepEqual(numbers.map(versionText), versions)
  assert.equal(versionNumber('0.2.0-rc.1'), versionNumber('0.2.0'))
})
