import { readFile } from 'node:fs/promises'
import { hashPassword } from '#accounts/passwords.ts'
import type { Store, Writer } from '#store/store.ts'
import { SITE_INFO } from '../open-wiki.ts'
import { SiteInfoFault, siteFromInfo } from '../site/site.ts'
import { ImportError } from './import-error.ts'
import { secondsOf } from './timestamps.ts'

interface SiteAccount {
  readonly password?: string
  /** Such as "sysop, bot" or "sysop until 2099". */
  readonly groups?: string
}

/** Parts of a site file that are not siteinfo. Passwords above all must not be stored where anybody may read them. */
const notSiteInfo = ['about', 'now', 'accounts', 'logins', 'settings', 'stash', 'paraminfo']

/**
 * Takes over a site file: what a wiki says of itself (`meta=siteinfo`, formatversion 2), which no dump holds. Accounts it
 * lists are created where the dump brought none of that name.
 */
export async function importSiteFile(store: Store, file: string): Promise<void> {
  const { info, accounts } = parseSiteFile(file, await readFile(file, 'utf8'))
  const missing = await missingAccounts(store, accounts)
  await store.transaction(async tx => {
    await storeSiteInfo(tx, info)
    for (const account of missing) await createAccount(tx, account)
  })
}

export async function storeSiteInfo(tx: Writer, info: object): Promise<void> {
  const value = JSON.stringify(info)
  await tx
    .insertInto('site_setting')
    .values({ key: SITE_INFO, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

function parseSiteFile(file: string, text: string): { info: object; accounts: Map<string, SiteAccount> } {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch (error) {
    throw new ImportError(`${file}: is not JSON: ${(error as Error).message}`)
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ImportError(`${file}: must be a JSON object, the answer of meta=siteinfo`)
  }
  const outer = parsed as Record<string, unknown>
  const { query, ...given } = outer
  const whole = typeof query === 'object' && query !== null ? { ...given, ...query } : given
  const info = Object.fromEntries(Object.entries(whole).filter(([key]) => !notSiteInfo.includes(key)))
  try {
    siteFromInfo(info)
  } catch (error) {
    if (error instanceof SiteInfoFault) throw new ImportError(`${file}: ${error.message}`)
    throw error
  }
  const accounts = typeof outer.accounts === 'object' && outer.accounts !== null ? outer.accounts : {}
  return { info, accounts: new Map(Object.entries(accounts as Record<string, SiteAccount>)) }
}

interface NewAccount {
  readonly name: string
  readonly passwordHash: string
  readonly groups: readonly { readonly name: string; readonly expiresAt: number | null }[]
}

async function missingAccounts(store: Store, accounts: ReadonlyMap<string, SiteAccount>): Promise<NewAccount[]> {
  const rows = await store.read.selectFrom('account').select('name').execute()
  const known = new Set(rows.map(({ name }) => name))
  const missing: NewAccount[] = []
  for (const [name, { password, groups }] of accounts) {
    if (known.has(name) || typeof password !== 'string') continue
    missing.push({ name, passwordHash: await hashPassword(password), groups: parseGroups(groups ?? '') })
  }
  return missing
}

function parseGroups(text: string): NewAccount['groups'] {
  return text.split(',').flatMap(part => {
    const found = /^\s*([a-z-]+)(?: until (\d{4}))?\s*$/.exec(part)
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
