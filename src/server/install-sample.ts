import { regenerateApiKey } from '#accounts/api-keys.ts'
import { hashPassword } from '#accounts/passwords.ts'
import { randomAlphanumeric } from '#accounts/secrets.ts'
import type { Services } from '#core/services.ts'
import { progress, saveProgress } from './first-start.ts'

export interface Administrator {
  readonly name: string
  readonly password: string
  readonly apiKey: string
}

const GROUPS = ['bureaucrat', 'interface-admin', 'sysop']

/**
 * Installs the sample: an administrator, then each part's content. Progress is saved, so that an interrupted start can
 * be resumed. The interrupted start never showed the administrator's password, so the resuming one sets a new password.
 */
export async function installSample(services: Services): Promise<Administrator> {
  const { store } = services
  const earlier = await progress(store)
  const administrator = await (earlier === null
    ? createAdministrator(services)
    : resetAdministrator(services, earlier.admin))
  let state = (await progress(store))!
  for (const sample of services.samples) {
    if (state.done.includes(sample.name)) continue
    await sample.install(services, state.admin)
    state = { ...state, done: [...state.done, sample.name] }
    await store.transaction(tx => saveProgress(tx, state))
  }
  await store.transaction(tx => saveProgress(tx, { ...state, complete: true }))
  return administrator
}

async function createAdministrator(services: Services): Promise<Administrator> {
  const { store, accounts, clock } = services
  const name = 'Admin'
  const password = randomAlphanumeric(16)
  const passwordHash = await hashPassword(password)
  const apiKey = await store.transaction(async tx => {
    const { id } = await accounts.create(tx, { name, passwordHash, groups: GROUPS, isSuperuser: true })
    await saveProgress(tx, { admin: id, done: [], complete: false, shown: false })
    return regenerateApiKey(tx, id, clock)
  })
  return { name, password, apiKey }
}

async function resetAdministrator({ store, accounts, clock }: Services, id: number): Promise<Administrator> {
  const account = (await accounts.byId(store.read, id))!
  const password = randomAlphanumeric(16)
  const passwordHash = await hashPassword(password)
  const apiKey = await store.transaction(async tx => {
    await accounts.storePassword(tx, account, passwordHash)
    return regenerateApiKey(tx, id, clock)
  })
  return { name: account.name, password, apiKey }
}
