// Accounts and content of the campaign, created before the servers start.
import assert from 'node:assert/strict'
import { parlance } from '#cli/testing.ts'
import { openStore } from '#store/open.ts'
import { temporaryFolder } from '#store/testing.ts'
import { testApi } from '#translation/api/testing.ts'
import { testCatalogue } from '#translation/catalogue/testing.ts'

export const EDITORS = ['Editor one', 'Editor two', 'Editor three', 'Editor four']
export const TRANSLATORS = ['Translator one', 'Translator two', 'Translator three']
export const READER = 'Reader'
const STRINGS = 60

export interface Prepared {
  /** Of all editors. */
  readonly password: string
  /** API keys by name. */
  readonly keys: ReadonlyMap<string, string>
  /** IDs of strings. */
  readonly units: readonly number[]
}

export async function prepare(database: string): Promise<Prepared> {
  const password = 'correct horse battery staple'
  const where = ['--database', database, '--data', temporaryFolder()]
  const keys = new Map<string, string>()
  for (const name of [...EDITORS, READER, ...TRANSLATORS]) {
    const rights = TRANSLATORS.includes(name) ? ['--superuser'] : ['--password-stdin']
    const made = await parlance(['users', 'create', name, ...rights, ...where], { input: password })
    assert.equal(made.code, 0, made.err)
    const key = /API key +(wlu_\w{36})/.exec(made.out)?.[1]
    if (key !== undefined) keys.set(name, key)
  }
  const store = await openStore({ database })
  try {
    const api = await testApi(store)
    const strings = Array.from({ length: STRINGS }, (_, i) => ({ source: [`Sentence ${i + 1} of the campaign`] }))
    const { units } = await testCatalogue(api.services, { slug: 'campaign', strings })
    await store.transaction(async tx => {
      for (const name of [EDITORS[0]!, READER]) {
        const { id } = (await api.services.accounts.byName(tx, name))!
        const email = `${name.toLowerCase().replace(' ', '.')}@example.org`
        await api.services.accounts.update(tx, id, { email, emailConfirmedAt: 1 })
      }
    })
    return { password, keys, units: units.map(({ id }) => id) }
  } finally {
    await store.close()
  }
}
