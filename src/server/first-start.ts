import { regenerateApiKey } from '#accounts/api-keys.ts'
import { randomAlphanumeric } from '#accounts/secrets.ts'
import type { Services } from '#accounts/services.ts'
import type { Store, Writer } from '#store/store.ts'

export interface Administrator {
  readonly name: string
  readonly password: string
  readonly apiKey: string
}

const SETTING = 'sample'
const GROUPS = ['bureaucrat', 'interface-admin', 'sysop']

/** Whether `--sample` has anything to do: the database is empty, or an earlier start did not get to the end. */
export async function wantsSample(store: Store): Promise<boolean> {
  const account = await store.read.selectFrom('account').select('id').limit(1).executeTakeFirst()
  return account === undefined || (await progress(store)) !== null
}

/**
 * Fills an empty database: an administrator, then each part's sample. What is done is noted, so that a start that was
 * cut off goes on where it was; a site with content of its own is never touched. Returns the administrator when new.
 */
export async function installSample(services: Services): Promise<Administrator | null> {
  const { store, accounts } = services
  const administrator = (await accounts.isEmpty(store.read)) ? await createAdministrator(services) : null
  const noted = await progress(store)
  if (noted === null) return null
  for (const sample of services.samples) {
    if (noted.done.includes(sample.name)) continue
    await sample.install(services, noted.admin)
    noted.done.push(sample.name)
    await store.transaction(tx => note(tx, noted))
  }
  return administrator
}

async function createAdministrator(services: Services): Promise<Administrator> {
  const { store, accounts, clock } = services
  const name = 'Admin'
  const password = randomAlphanumeric(16)
  const { id } = await accounts.register({ name, password, groups: GROUPS, isSuperuser: true })
  const apiKey = await store.transaction(async tx => {
    await note(tx, { admin: id, done: [] })
    return regenerateApiKey(tx, id, clock)
  })
  return { name, password, apiKey }
}

interface Progress {
  readonly admin: number
  readonly done: string[]
}

async function progress(store: Store): Promise<Progress | null> {
  const row = await store.read.selectFrom('site_setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  return row ? (JSON.parse(row.value) as Progress) : null
}

async function note(tx: Writer, state: Progress): Promise<void> {
  const value = JSON.stringify(state)
  await tx
    .insertInto('site_setting')
    .values({ key: SETTING, value })
    .onConflict(conflict => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
