import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock, testServices } from '#core/testing.ts'
import { temporaryStore } from '#store/testing.ts'
import { Genders } from './genders.ts'
import type { Namespaces } from './namespaces.ts'

const gendered = { dependsOnGender: () => true } as unknown as Namespaces

test('a choice made at another process is noticed after a while', async () => {
  const store = await temporaryStore('sqlite')
  const { accounts } = await testServices(store, manualClock())
  const { id } = await accounts.register({ name: 'Anna' })
  const here = await Genders.load(store.read, gendered, 0)
  const late = await Genders.load(store.read, gendered)
  await store.transaction(tx =>
    tx.insertInto('account_option').values({ account_id: id, name: 'gender', value: 'female' }).execute(),
  )
  while (here.ofPage('Anna/notes') === 'unknown') await new Promise(resolve => setTimeout(resolve, 1))
  assert.equal(here.ofPage('Anna'), 'female')
  assert.equal(late.ofPage('Anna'), 'unknown')
})

test('languages without gendered forms read nothing', async () => {
  const plain = { dependsOnGender: () => false } as unknown as Namespaces
  const genders = await Genders.load(null as never, plain, 0)
  assert.equal(genders.ofPage('Anna'), 'unknown')
})
