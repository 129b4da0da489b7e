// A newer version of this program, for upgrades.
import assert from 'node:assert/strict'
import { cpSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtProgram } from '#cli/testing-process.ts'
import { temporaryFolder } from '#store/testing.ts'

/** A migration that expands the schema. */
export const ADDS = {
  name: '998.0.0-adds',
  statements: 'ALTER TABLE page ADD COLUMN newer_column INT NOT NULL DEFAULT 7;\n',
}
/** One that contracts it, in the release after that. */
export const REMOVES = {
  name: '999.0.0-removes',
  statements: 'ALTER TABLE page DROP COLUMN newer_column;\n',
  oldestVersion: '998.0.0',
}

/** A build of this program with another version and further migrations. */
export function newerProgram(version: string, further: readonly object[]): string {
  const root = path.join(path.dirname(builtProgram), '..')
  const folder = temporaryFolder()
  cpSync(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ ...manifest, version }))
  let changed = 0
  for (const file of globSync(path.join(folder, 'dist', '*.js'))) {
    const text = readFileSync(file, 'utf8')
    const newer = text.replace(
      'version: manifest.version, migrations }',
      `version: manifest.version, migrations: [...migrations, ...${JSON.stringify(further)}] }`,
    )
    if (newer === text) continue
    changed++
    writeFileSync(file, newer)
  }
  // A checkout keeps files of earlier builds for a while.
  assert.ok(changed > 0, 'found where the build lists its migrations')
  return path.join(folder, 'dist', 'main.js')
}
