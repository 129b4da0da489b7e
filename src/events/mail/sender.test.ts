import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, beforeEach, test } from 'node:test'
import type { Store } from '#store/store.ts'
import { onEachEngine } from '#store/testing.ts'
import { JobRunner } from '../job-runner.ts'
import { Jobs } from '../jobs.ts'
import type { Log } from '../log.ts'
import { silentLog } from '../testing-log.ts'
import { MAIL_JOB, MAIL_LANE, putMail } from './outbox.ts'
import { sendAgain } from './outbox-list.ts'
import { sendFromOutbox } from './sender.ts'
import { type TestMailServer, testMailServer } from './testing.ts'
import { openTransport, type Transport } from './transport.ts'

const QUICK = { connect: 300, silence: 300, mail: 600 }
const PATIENT = { connect: 30_000, silence: 30_000, mail: 60_000 }
const HOUR = 3600
const DAY = 24 * HOUR
const START = 1_800_000_000

onEachEngine('the outbox', open => {
  let store: Store | undefined
  let server: TestMailServer
  let now: number
  const clock = { now: () => now * 1000 }
  const transports: Transport[] = []
  const errors: string[] = []
  const log: Log = event => {
    if (event === 'mail.given_up') errors.push(event)
  }
  beforeEach(async () => {
    store ??= await open()
    server ??= await testMailServer()
    server.misdeed = null
    server.take()
    now = START
    errors.length = 0
    await store.transaction(async tx => {
      await tx.deleteFrom('mail').execute()
      await tx.deleteFrom('job').execute()
    })
  })
  after(() => {
    for (const transport of transports) transport.close()
  })

  /** Simulates a server process. */
  const worker = (url = server.url, patience = PATIENT) => {
    const jobs = new Jobs(clock)
    const transport = openTransport(url, { name: 'Parlance', address: 'parlance@example.org' }, patience)
    transports.push(transport)
    const sender = sendFromOutbox({ store: store!, clock, jobs, log, transport })
    const runner = new JobRunner({ store: store!, jobs, log: silentLog, lane: MAIL_LANE, leaseClock: clock })
    return { jobs, sender, runner, drain: () => runner.drain() }
  }
  const put = (key: string, jobs = new Jobs(clock)) =>
    store!.transaction(tx =>
      putMail(
        tx,
        { clock, jobs },
        {
          key,
          accountId: 1,
          name: 'Anna',
          address: `${key}@example.org`,
          message: { subject: `About ${key}`, text: 'Plain', html: '<p>Rich</p>', messageId: `<${key}@example.org>` },
        },
      ),
    )
  const rows = () => store!.read.selectFrom('mail').selectAll().orderBy('id').execute()
  const nextTry = async () => {
    const [row] = await store!.read.selectFrom('job').selectAll().where('kind', '=', MAIL_JOB).execute()
    return row?.run_at
  }

  test('sends each email once, over one connection, then discards its content', async () => {
    for (const key of ['a', 'b', 'c']) assert.equal(await put(key), true)
    assert.equal(await put('a'), false, 'the same key is the same email')
    const before = server.connections
    assert.equal(await worker().drain(), 1)
    assert.deepEqual(
      server.received.map(mail => [mail.to[0], mail.subject, mail.text.trim(), mail.html.trim()]),
      ['a', 'b', 'c'].map(key => [`${key}@example.org`, `About ${key}`, 'Plain', '<p>Rich</p>']),
    )
    assert.equal(server.connections - before, 1)
    assert.deepEqual(
      (await rows()).map(row => [row.message, row.sent_at]),
      [1, 2, 3].map(() => ['', START]),
    )
    assert.equal(await nextTry(), undefined, 'no job is left')
    const [{ headers }] = server.received as [TestMailServer['received'][0]]
    assert.equal(headers['message-id'], '<a@example.org>')
    assert.equal(headers['auto-submitted'], 'auto-generated')
    assert.equal(headers['x-mailer'], 'Parlance')
    assert.equal(headers.from, 'Parlance <parlance@example.org>')
  })

  test('never sends an email from a rolled-back transaction', async () => {
    await assert.rejects(
      store!.transaction(async tx => {
        const message = { subject: 's', text: 't', html: 'h', messageId: '<x@y>' }
        await putMail(
          tx,
          { clock, jobs: new Jobs(clock) },
          {
            key: 'undone',
            accountId: null,
            name: '',
            address: 'a@example.org',
            message,
          },
        )
        throw new Error('undone')
      }),
    )
    assert.equal(await worker().drain(), 0)
    assert.deepEqual(await rows(), [])
  })

  test('concurrent workers share the outbox and send nothing twice', async () => {
    for (let i = 0; i < 12; i++) await put(`m${i}`)
    await Promise.all([worker().drain(), worker().drain(), worker().drain()])
    assert.equal(new Set(server.received.map(mail => mail.to[0])).size, 12)
    assert.equal(server.received.length, 12)
  })

  test('retries with increasing delays while the email server is down', async () => {
    const closedPort = await new Promise<number>(resolve => {
      const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number }
        probe.close(() => resolve(port))
      })
    })
    for (const key of ['a', 'b', 'c']) await put(key)
    const lost = worker(`smtp://127.0.0.1:${closedPort}`)
    const delays: number[] = []
    for (let i = 0; i < 4; i++) {
      await lost.drain()
      const next = (await nextTry())!
      delays.push(next - now)
      now = next + 1
    }
    assert.deepEqual(delays, [60, 120, 240, 480])
    assert.match((await rows())[0]!.last_error!, /^The email server refused the connection/)
    await worker().drain()
    assert.deepEqual(
      server.received.map(mail => mail.to[0]).sort(),
      ['a', 'b', 'c'].map(key => `${key}@example.org`),
    )
  })

  test('gives up after four days and logs it', async () => {
    server.misdeed = 'put off'
    await put('late')
    const own = worker()
    let tries = 0
    while ((await nextTry()) !== undefined && tries++ < 100) {
      now = Math.max(now, (await nextTry())!)
      await own.drain()
    }
    const [row] = await rows()
    assert.ok(row!.failed_at! > START + 4 * DAY && row!.failed_at! < START + 4 * DAY + 5 * HOUR)
    assert.match(row!.last_error!, /deferred the email: 451 Come back later/)
    assert.notEqual(row!.message, '', 'the content is kept for another attempt')
    assert.deepEqual(errors, ['mail.given_up'])
    const entries = await store!.read.selectFrom('change_log').selectAll().where('area', '=', 'mail').execute()
    assert.deepEqual(JSON.parse(entries.at(-1)!.data).mails, [row!.id])
  })

  test('a rejected recipient does not delay other emails', async () => {
    server.misdeed = 'refuse the recipient'
    await put('unknown')
    await worker().drain()
    server.misdeed = null
    await put('known')
    await worker().drain()
    const [refused, sent] = await rows()
    assert.match(refused!.last_error!, /rejected the recipient: 550 No such person here/)
    assert.notEqual(refused!.failed_at, null)
    assert.notEqual(sent!.sent_at, null)
    assert.ok(await store!.transaction(tx => sendAgain(tx, { clock, jobs: new Jobs(clock) }, refused!.id)))
    await worker().drain()
    assert.notEqual((await rows())[0]!.sent_at, null, 'sent after a manual retry')
  })

  for (const misdeed of ['hang', 'say nothing', 'drop'] as const)
    test(`recovers from a misbehaving email server: ${misdeed}`, async () => {
      server.misdeed = misdeed
      await put('first')
      await put('second')
      await worker(server.url, QUICK).drain()
      assert.deepEqual(server.take(), [])
      assert.ok((await rows()).every(row => row.sent_at === null && row.failed_at === null && row.last_error))
      server.misdeed = null
      now = (await nextTry())! + 1
      await worker().drain()
      assert.deepEqual(server.received.map(mail => mail.to[0]).sort(), ['first@example.org', 'second@example.org'])
    })

  test('an email interrupted by a crash is sent later with the same Message-ID', async () => {
    await put('torn')
    const dead = worker()
    const job = await store!.transaction(tx => dead.jobs.take(tx, now, 600, MAIL_LANE))
    assert.ok(job)
    // Simulates a crash after claiming the email.
    await store!.transaction(tx =>
      tx
        .updateTable('mail')
        .set({ attempts: 1, try_at: now + 600 })
        .execute(),
    )
    assert.equal(await worker().drain(), 0)
    now += 601
    await worker().drain()
    assert.deepEqual(
      server.received.map(mail => mail.headers['message-id']),
      ['<torn@example.org>'],
    )
  })

  test('stopping sends no further email; the rest is sent after a restart', async () => {
    for (let i = 0; i < 5; i++) await put(`m${i}`)
    const own = worker()
    const stopped = Promise.withResolvers<void>()
    server.onMail = () => {
      server.onMail = null
      own.sender.stop()
      stopped.resolve(own.runner.stop())
    }
    own.runner.start()
    await stopped.promise
    assert.equal(server.received.length, 1)
    await worker().drain()
    assert.equal(server.received.length, 5)
  })

  test('prevents header injection through names and subjects', async () => {
    await store!.transaction(tx =>
      putMail(
        tx,
        { clock, jobs: new Jobs(clock) },
        {
          key: 'hostile',
          accountId: 1,
          name: 'Eve\r\nBcc: victim@example.org\r\n',
          address: 'eve@example.org',
          message: {
            subject: 'Hi\r\nX-Evil: yes\r\n\r\nbody',
            fromName: '"Boss" <boss@example.org>,\nX-Evil: yes',
            text: 'Plain\n.\nstill the same mail',
            html: '<p>x</p>',
            messageId: '<hostile@example.org>',
            headers: { 'X-Parlance-Recipient-Username': 'Eve\r\nX-Evil: yes' },
          },
        },
      ),
    )
    await worker().drain()
    const [mail] = server.received
    assert.deepEqual(mail!.to, ['eve@example.org'])
    assert.equal(mail!.headers['x-evil'], undefined)
    assert.equal(mail!.headers.bcc, undefined)
    assert.equal(mail!.subject, 'Hi X-Evil: yes body')
    assert.match(mail!.headers.from!, /<parlance@example\.org>$/)
    assert.match(mail!.text, /^Plain\n\.\nstill the same mail/)
  })
})
