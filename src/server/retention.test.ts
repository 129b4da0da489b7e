// Old data is deleted in the background after a configured time. Followers that had not read it yet find out.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startSession } from '#accounts/sessions.ts'
import type { Config } from '#core/config.ts'
import { deleteOldData, ROWS } from '#core/retention.ts'
import type { Services } from '#core/services.ts'
import { type ManualClock, manualClock, testConfig } from '#core/testing.ts'
import { appendChange, changesAfter } from '#events/change-log.ts'
import { JobRunner } from '#events/job-runner.ts'
import type { Log } from '#events/log.ts'
import { putMails } from '#events/mail/outbox.ts'
import { deletedUpTo, hasMissedChanges } from '#events/old-changes.ts'
import { pagesPart } from '#pages/part.ts'
import { seconds } from '#store/clock.ts'
import { lastChange } from '#store/log-order.ts'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { translationPart } from '#translation/part.ts'
import { wikiPart } from '#wiki/part.ts'
import { buildServer, type Server } from './build-server.ts'

const DAY = 86_400

onEachEngine('retention', open => {
  let store: Store
  let server: Server
  let clock: ManualClock
  let lines: { event: string; what?: string; rows?: number }[] = []

  const start = async (settings: Partial<Config>) => {
    store = await open()
    clock = manualClock()
    lines = []
    const logTo = {
      write: (text: string) =>
        lines.push(
          ...text
            .trim()
            .split('\n')
            .map(line => JSON.parse(line)),
        ),
    }
    const config: Config = { ...testConfig, logLevel: 'info', ...settings }
    server = await buildServer({ store, clock, config, parts: [wikiPart, translationPart, pagesPart], logTo })
    after(() => server.app.close())
  }
  /** The lines of one turn of the event loop are written together. */
  const linesWritten = () => new Promise(resolve => setImmediate(() => setImmediate(resolve)))
  const services = (): Services => server.services
  const count = async (table: 'change_log' | 'recent_change' | 'mail' | 'job' | 'session'): Promise<number> =>
    Number(
      (
        await store.read
          .selectFrom(table)
          .select(eb => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  const append = (area: string, times = 1) =>
    store.transaction(async tx => {
      for (let i = 0; i < times; i++) await appendChange(tx, clock, { area, kind: 'nothing' })
    })
  const deleted = () =>
    new Map(lines.flatMap(each => (each.event === 'retention.deleted' ? [[each.what, each.rows]] : [])))

  test('keeps the change log and recent changes unless a setting limits them', async () => {
    await start({})
    await append('wiki', 3)
    const entries = await count('change_log')
    clock.advance(3650 * DAY)
    await deleteOldData(services())
    await linesWritten()
    assert.equal(await count('change_log'), entries)
    assert.deepEqual([...deleted().keys()], [])
  })

  test('deletes entries of the change log that are older than the setting, but never the newest', async () => {
    await start({ changeLogDays: 40 })
    await append('wiki', 3)
    const old = await lastChange(store.read)
    clock.advance(30 * DAY)
    await append('translation', 2)
    clock.advance(11 * DAY)
    await deleteOldData(services())
    assert.deepEqual(
      (await changesAfter(store.read, 0, 100)).map(({ area }) => area),
      ['translation', 'translation'],
    )
    assert.equal(await deletedUpTo(store.read), old)
    clock.advance(100 * DAY)
    const last = await lastChange(store.read)
    await deleteOldData(services())
    assert.equal(await lastChange(store.read), last)
    assert.equal(await count('change_log'), 1)
  })

  test('a follower finds out whether it has missed entries of its area', async () => {
    await start({ changeLogDays: 40 })
    await append('wiki', 2)
    const position = await lastChange(store.read)
    await append('translation', 2)
    clock.advance(50 * DAY)
    await append('wiki')
    await deleteOldData(services())
    assert.equal(await hasMissedChanges(store.read, position), true)
    assert.equal(await hasMissedChanges(store.read, position, 'translation'), true)
    assert.equal(await hasMissedChanges(store.read, position, 'wiki'), false)
    assert.equal(await hasMissedChanges(store.read, position + 2), false)
  })

  test('a page that waits for deleted entries is asked to reload', async () => {
    await start({ changeLogDays: 40 })
    await append('translation')
    const since = await lastChange(store.read)
    await append('translation')
    clock.advance(50 * DAY)
    await append('accounts')
    const listen = async (id: number) => {
      const base = server.app.server.address() ? null : await server.app.listen({ host: '127.0.0.1', port: 0 })
      if (base !== null) address = base
      const answer = await fetch(`${address}/events/?seconds=1`, { headers: { 'last-event-id': String(id) } })
      return answer.text()
    }
    let address = ''
    assert.doesNotMatch(await listen(since), /event: reload/)
    await deleteOldData(services())
    assert.match(await listen(since), /event: reload/)
    assert.doesNotMatch(await listen(await lastChange(store.read)), /event: reload/)
    assert.match(await listen((await lastChange(store.read)) + 100), /event: reload/, 'a position of another database')
  })

  test('deletes recent changes like MediaWiki, and leaves revisions and contributions', async () => {
    await start({ recentChangesDays: 90 })
    const edit = async (title: string) => {
      const form = { action: 'edit', title, text: title, token: '+\\', format: 'json', formatversion: '2' }
      const answer = await server.app.inject({
        method: 'POST',
        url: '/w/api.php',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams(form).toString(),
      })
      assert.equal(answer.json().edit?.result, 'Success', answer.body)
      return answer.json().edit.newrevid as number
    }
    const query = async (params: Record<string, string>) => {
      const url = `/w/api.php?${new URLSearchParams({ action: 'query', format: 'json', formatversion: '2', ...params })}`
      return (await server.app.inject(url)).json().query
    }
    const revision = await edit('Old')
    clock.advance(50 * DAY)
    await edit('New')
    clock.advance(40 * DAY)
    await deleteOldData(services())
    const titles = async () =>
      (await query({ list: 'recentchanges', rcprop: 'title' })).recentchanges.map(
        (each: { title: string }) => each.title,
      )
    assert.deepEqual(await titles(), ['New', 'Old'], 'exactly as old as the setting is not too old')
    clock.advance(1)
    await deleteOldData(services())
    assert.deepEqual(await titles(), ['New'])
    assert.equal((await query({ revids: String(revision) })).pages[0].title, 'Old')
    const contributions = await query({ list: 'usercontribs', ucuser: '127.0.0.1' })
    assert.equal(contributions.usercontribs.length, 2)
  })

  test('deletes sent and failed emails, failed jobs and expired sessions by their settings', async () => {
    await start({ sentMailDays: 3, failedDays: 10 })
    const mail = (key: string) => ({
      key,
      accountId: null,
      name: '',
      address: `${key}@example.org`,
      message: { subject: key, text: key, html: '', messageId: `<${key}@example.org>` },
    })
    const { jobs } = services()
    await store.transaction(async tx => {
      await putMails(tx, { clock, jobs }, [mail('sent'), mail('failed'), mail('waiting')])
      await tx
        .updateTable('mail')
        .set({ sent_at: seconds(clock) })
        .where('key', '=', 'sent')
        .execute()
      await tx
        .updateTable('mail')
        .set({ failed_at: seconds(clock) })
        .where('key', '=', 'failed')
        .execute()
      await tx.deleteFrom('job').execute()
      await jobs.enqueue(tx, { kind: 'failed', key: 'failed' })
      await jobs.enqueue(tx, { kind: 'waiting', key: 'waiting' })
      await tx
        .updateTable('job')
        .set({ failed_at: seconds(clock) })
        .where('kind', '=', 'failed')
        .execute()
      await startSession(tx, seconds(clock), { lifetime: 5 * DAY })
    })
    const left = async () => [
      ...(await store.read.selectFrom('mail').select('key').orderBy('id').execute()).map(({ key }) => key),
      ...(await store.read.selectFrom('job').select('key').orderBy('id').execute()).map(({ key }) => `job ${key}`),
      `${await count('session')} sessions`,
    ]
    clock.advance(2 * DAY)
    await deleteOldData(services())
    assert.deepEqual(await left(), ['sent', 'failed', 'waiting', 'job failed', 'job waiting', '1 sessions'])
    clock.advance(2 * DAY)
    await deleteOldData(services())
    assert.deepEqual(await left(), ['failed', 'waiting', 'job failed', 'job waiting', '1 sessions'])
    clock.advance(7 * DAY)
    await deleteOldData(services())
    assert.deepEqual(await left(), ['waiting', 'job waiting', '0 sessions'])
  })

  test('deletes in portions, logs it, and goes on soon while there is more', async () => {
    await start({ changeLogDays: 40 })
    const many = 20 * ROWS + 7
    const row = { at: seconds(clock), area: 'wiki', kind: 'nothing' }
    await store.transaction(async tx => {
      for (let i = 0; i < many; i += ROWS)
        await tx
          .insertInto('change_log')
          .values(Array.from({ length: Math.min(ROWS, many - i) }, () => row))
          .execute()
    })
    const before = await count('change_log')
    clock.advance(41 * DAY)
    await append('accounts')
    assert.equal(await deleteOldData(services()), true)
    await linesWritten()
    assert.equal(await count('change_log'), before + 1 - 20 * ROWS)
    assert.equal(deleted().get('change log'), 20 * ROWS)
    assert.equal(await deleteOldData(services()), false)
    assert.equal(await count('change_log'), 1)
  })

  test('runs every hour', async () => {
    await start({ changeLogDays: 40 })
    server.startJobs()
    const waiting = () =>
      store.read.selectFrom('job').select('run_at').where('kind', '=', 'retention').executeTakeFirst()
    while ((await waiting()) === undefined) await new Promise(resolve => setImmediate(resolve))
    await server.app.close()
    assert.equal((await waiting())!.run_at, seconds(clock) + 3600)
    await append('wiki', 2)
    clock.advance(50 * DAY)
    await append('wiki')
    const log: Log = () => {}
    await new JobRunner({ store, jobs: services().jobs, log }).drain()
    const kinds = (await changesAfter(store.read, 0, 100)).map(({ kind }) => kind)
    assert.equal(kinds.filter(kind => kind === 'nothing').length, 1)
    assert.equal((await waiting())!.run_at, seconds(clock) + 3600)
  })

  test('a failure of one kind does not keep the others from being deleted', async () => {
    await start({ changeLogDays: 40 })
    services().retention.unshift({ name: 'broken', deleteOld: () => Promise.reject(new Error('no')) })
    await append('wiki', 2)
    clock.advance(50 * DAY)
    await deleteOldData(services())
    await linesWritten()
    assert.equal(await count('change_log'), 1)
    assert.deepEqual(
      lines.filter(each => each.event === 'retention.failed').map(each => each.what),
      ['broken'],
    )
  })
})
