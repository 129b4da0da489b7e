// Tests every action as a user of every group: unrestricted, blocked, partially blocked, and on protected pages. The
// table next to this file has MediaWiki's results.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { joinGroup } from '#accounts/memberships.ts'
import { testConfig } from '#core/testing.ts'
import { buildServer } from '#server/build-server.ts'
import { loadParts } from '#server/parts.ts'
import { systemClock } from '#store/clock.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine, temporaryFolder } from '#store/testing.ts'
import { freePort } from '../free-port.ts'
import { GROUP_ROWS, GROUPS, STATES, type State } from './group-rows.ts'
import { ADMIN, CONFIRMED_AFTER, expected, GroupTries, rowsIn } from './group-tries.ts'

// The rules are the same code on both engines.
onEachEngine('every action for every group', (open, engine) => tests(open, engine === 'sqlite' ? STATES : ['free']), {
  doesMore: true,
})

function tests(open: () => Promise<Store>, states: readonly State[]): void {
  let app: FastifyInstance
  let tries: GroupTries

  before(async () => {
    const wiki = await openWiki(await open())
    app = wiki.app
    tries = new GroupTries(wiki.url)
    await tries.prepare()
  })
  after(() => app.close())

  for (const state of states)
    test(state, async () => {
      const wrong: string[] = []
      for (const [name, words] of await tries.words(state, rowsIn(state)))
        for (const [place, word] of expected(GROUP_ROWS[name]!, state).entries())
          if (words[place] !== word) wrong.push(`${name} as ${GROUPS[place]}: ${words[place]}, not ${word}`)
      assert.deepEqual(wrong, [])
    })
}

/** A new wiki with one account in all groups. Accounts are autoconfirmed after CONFIRMED_AFTER edits. */
async function openWiki(store: Store): Promise<{ url: string; app: FastifyInstance }> {
  const rule = { key: 'autoconfirm', value: JSON.stringify({ age: 0, edits: CONFIRMED_AFTER }) }
  await store.transaction(tx => tx.insertInto('site_setting').values(rule).execute())
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const config = {
    ...testConfig,
    port,
    siteUrl: url,
    data: temporaryFolder(),
    registration: 'open' as const,
    loginThrottle: [],
  }
  const { app, services } = await buildServer({ store, clock: systemClock, config, parts: await loadParts() })
  const admin = await services.accounts.register({
    name: ADMIN,
    email: 'admin@example.org',
    emailConfirmed: true,
    password: 'Adminpass-12345',
  })
  const groups = GROUPS.filter(group => !['*', 'user', 'autoconfirmed'].includes(group))
  await store.transaction(async tx => {
    for (const group of groups) await joinGroup(tx, admin.id, group)
  })
  await app.listen({ port, host: '127.0.0.1' })
  return { url, app }
}
