import { readFile } from 'node:fs/promises'
import { canonicalName, nameProblem } from '#accounts/account-name.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { writeSetting } from '#store/site-settings.ts'
import type { Store, Writer } from '#store/store.ts'
import { SITE_INFO } from '../open-wiki.ts'
import { SiteInfoFault, siteFromInfo } from '../site/site.ts'
import { ImportError } from './import-error.ts'
import { type SiteFileParts, siteFileParts } from './site-file-shape.ts'
import { secondsOf } from './timestamps.ts'

/**
 * Imports a site file: the wiki's `siteinfo` (formatversion 2), which no dump contains. Creates the listed accounts
 * that the dump did not contain.
 */
export async function importSiteFile(store: Store, file: string): Promise<void> {
  const { info, accounts } = await readSiteFile(file)
  const missing = await missingAccounts(store, file, accounts)
  await store.transaction(async tx => {
    await writeSetting(tx, SITE_INFO, info)
    for (const account of missing) await createAccount(tx, account)
  })
}

/** Reads a site file or throws an error that says what is wrong with it. */
export async function readSiteFile(file: string): Promise<SiteFileParts> {
  const text = await readFile(file, 'utf8')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new ImportError(`${file}: is not JSON: ${(error as Error).message}`)
  }
  try {
    const parts = siteFileParts(parsed)
    siteFromInfo(parts.info)
    return parts
  } catch (error) {
    if (error instanceof SiteInfoFault) throw new ImportError(`${file}: ${error.message}`)
    throw error
  }
}

interface NewAccount {
  readonly name: string
  readonly passwordHash: string
  readonly groups: readonly { readonly name: string; readonly expiresAt: number | null }[]
}

async function missingAccounts(store: Store, file: string, accounts: SiteFileParts['accounts']): Promise<NewAccount[]> {
  const rows = await store.read.selectFrom('account').select('name').execute()
  const existing = new Set(rows.map(({ name }) => name))
  const missing: NewAccount[] = []
  for (const [name, { password, groups = '' }] of Object.entries(accounts)) {
    if (existing.has(name) || password === undefined) continue
    if (canonicalName(name) !== name || nameProblem(name) !== null)
      throw new ImportError(`${file}: "accounts" has "${name}", which is not a valid account name`)
    missing.push({ name, passwordHash: await hashPassword(password), groups: parseGroups(groups) })
  }
  return missing
}

/** Parses "sysop, bot" or "sysop until 2099". Anything that is not a group, such as a note, is ignored. */
function parseGroups(text: string): NewAccount['groups'] {
  return text.split(',').flatMap(part => {
    const found = /^\s*([a-z][a-z0-9-]*)(?: until (\d{4}))?\s*$/.exec(part)
    if (found === null) return []
    const expiresAt = found[2] === undefined ? null : secondsOf(`${found[2]}0101000000`)
    return [{ name: found[1]!, expiresAt }]
  })
}

async function createAccount(tx: Writer, { name, passwordHash, groups }: NewAccount): Promise<void> {
  const { id } = await tx
    .insertInto('account')
    .values({ name, password_hash: passwordHash })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const group of groups) {
    await tx
      .insertInto('account_group')
      .values({ account_id: id, group_name: group.name, expires_at: group.expiresAt })
      .execute()
  }
  await tx
    .insertInto('actor')
    .values({ account_id: id, name })
    .onConflict(conflict => conflict.column('name').doUpdateSet({ account_id: id }))
    .execute()
}
