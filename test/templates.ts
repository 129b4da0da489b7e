import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  dropCopies,
  makePostgresTemplate,
  makeSqliteTemplate,
  POSTGRES_TEMPLATE,
  SQLITE_TEMPLATE,
} from '../src/store/testing-template.ts'

/** Migrates a template database for the tests to copy. Environment variables pass its location to them. */
export async function makeTemplates(): Promise<{ remove(): Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-templates-'))
  process.env[SQLITE_TEMPLATE] = await makeSqliteTemplate(folder)
  const database = process.env.PARLANCE_TEST_POSTGRES ? await makePostgresTemplate() : null
  if (database !== null) process.env[POSTGRES_TEMPLATE] = database
  return {
    async remove() {
      rmSync(folder, { recursive: true, force: true })
      if (database !== null) await dropCopies(database)
    },
  }
}
