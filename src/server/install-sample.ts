import { regenerateApiKey } from '#accounts/api-keys.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { randomAlphanumeric } from '#accounts/secrets.ts'
import type { Services } from '#core/services.ts'
import { note, progress } from './first-start.ts'

export interface Administrator {
  readonly name: string
  readonly password: string
  readonly apiKey: string
}

const GROUPS = ['bureaucrat', 'interface-admin', 'sysop']

/**
 * Fills a database that wants it: an administrator, then each part's sample. What is done is noted, so that a start that
 * was cut off goes on where it was. Returns the administrator when new; a start that was cut off never showed the password,
 * so the one that completes it sets and shows another.
 */
export async function installSample(services: Services): Promise<Administrator> {
  const { store } = services
  const begun = await progress(store)
  const administrator = await (begun === null ? createAdministrator(services) : admitAgain(services, begun.admin))
  let noted = (await progress(store))!
  for (const sample of services.samples) {
    if (noted.done.includes(sample.name)) continue
    await sample.install(services, noted.admin)
    noted = { ...noted, done: [...noted.done, sample.name] }
    await store.transaction(tx => note(tx, noted))
  }
  await store.transaction(tx => note(tx, { ...noted, complete: true }))
  return administrator
}

async function createAdministrator(services: Services): Promise<Administrator> {
  const { store, accounts, clock } = services
  const name = 'Admin'
  const password = randomAlphanumeric(16)
  const passwordHash = await hashPassword(password)
  const apiKey = await store.transaction(async tx => {
    const { id } = await accounts.create(tx, { name, passwordHash, groups: GROUPS, isSuperuser: true })
    await note(tx, { admin: id, done: [], complete: false, shown: false })
    return regenerateApiKey(tx, id, clock)
  })
  return { name, password, apiKey }
}

async function admitAgain({ store, accounts, clock }: Services, id: number): Promise<Administrator> {
  const account = (await accounts.byId(store.read, id))!
  const password = randomAlphanumeric(16)
  const passwordHash = await hashPassword(password)
  const apiKey = await store.transaction(async tx => {
    await accounts.storePassword(tx, account, passwordHash)
    return regenerateApiKey(tx, id, clock)
  })
  return { name: account.name, password, apiKey }
}
