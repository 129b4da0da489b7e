import { existsSync } from 'node:fs'
import path from 'node:path'
import { parlance } from '#cli/testing-process.ts'

const shared = process.env.PARLANCE_SHARED ?? path.join(import.meta.dirname, '..', '..', '..', '..', 'shared')
const [dump, site] = [path.join(shared, 'data/ltgwiki.sql.gz'), path.join(shared, 'data/ltg-site.json')]

/** Imports the wiki that the requests name, which the compared MediaWiki has as well. */
export async function importWiki(data: string): Promise<void> {
  if (!existsSync(dump)) throw new Error(`This benchmark needs the wiki in ${dump}.`)
  const { code, err } = await parlance(['wiki', 'import', '--data', data, '--site', site, dump])
  if (code !== 0) throw new Error(`The import failed: ${err}`)
}
