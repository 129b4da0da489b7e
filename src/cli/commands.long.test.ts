// Commands that change a database, each in its own process.
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { parlance, spawnParlance, startServer } from './testing.ts'

test('creates accounts, rejects duplicates, sets passwords and keys', async () => {
  const data = temporaryFolder()
  await parlance(['db', 'migrate', '--data', data])
  const made = await parlance(['users', 'create', 'alice', '--group', 'sysop', '--group', 'bot', '--data', data])
  assert.equal(made.code, 0, made.err)
  assert.match(made.out, /^Created the account Alice\.\n {2}Password {2}\w{16}\n {2}API key {3}wlu_\w{36}\n$/)
  const again = await parlance(['users', 'create', 'Alice', '--data', data])
  assert.deepEqual([again.code, again.err], [1, 'parlance: An account with this name already exists. (Alice)\n'])
  const group = await parlance(['users', 'create', 'Bob', '--group', 'kings', '--data', data])
  assert.equal(group.code, 2)
  assert.match(group.err, /There is no group "kings"\. Available groups: bot, sysop,/)

  const stdin = ['--password-stdin', '--data', data]
  const set = await parlance(['users', 'passwd', 'Alice', ...stdin], { input: 'correct horse\n' })
  assert.equal(set.code, 0, set.err)
  assert.ok(!set.out.includes('correct horse'))
  const short = await parlance(['users', 'passwd', 'Alice', ...stdin], { input: 'x\n' })
  assert.deepEqual([short.code, short.err], [1, 'parlance: Use at least 8 characters for the password.\n'])
  const empty = await parlance(['users', 'passwd', 'Alice', ...stdin])
  assert.equal(empty.code, 2)
  const unknown = await parlance(['users', 'passwd', 'Nobody', ...stdin], { input: 'correct horse' })
  assert.deepEqual([unknown.code, unknown.err], [1, 'parlance: There is no account "Nobody".\n'])
  assert.match((await parlance(['users', 'key', 'Alice', '--data', data])).out, /API key {3}wlu_\w{36}/)
})

test('lists accounts as a table and as JSON, in batches, without expired groups', async () => {
  const data = temporaryFolder()
  await parlance(['db', 'migrate', '--data', data])
  const list = (...args: string[]) => parlance(['users', 'list', '--data', data, ...args])
  assert.equal((await list()).out, 'No accounts.\n')
  assert.deepEqual(JSON.parse((await list('--json')).out), [])
  await parlance(['users', 'create', 'alice', '--group', 'sysop', '--email', 'a@example.org', '--data', data])
  await parlance(['users', 'create', 'Root', '--superuser', '--data', data])
  const { default: Sqlite } = await import('better-sqlite3')
  const db = new Sqlite(path.join(data, 'parlance.db'))
  db.exec(`insert into account_group (account_id, group_name, expires_at) values (1, 'bot', 1000000000);
    update account set is_active = 0, last_login_at = 1700000000, registered_at = 1600000000 where id = 1;
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200)
      insert into account (name) select 'U' || i || char(27) || '[2J' from n`)
  db.close()

  const table = (await list()).out.split('\n')
  assert.match(table[0]!, /^ID +NAME +EMAIL +GROUPS +REGISTERED +LAST LOGIN +NOTES$/)
  assert.match(table[1]!, /^1 +Alice +a@example\.org +sysop +2020-09-13 +2023-11-14 +inactive$/)
  assert.match(table[2]!, /^2 +Root +- +- +20\d\d-\d\d-\d\d +- +superuser$/)
  assert.deepEqual([table.length, table[3]!.slice(0, 11)], [1204, '3    U1?[2J'])

  const all = JSON.parse((await list('--json')).out) as Record<string, unknown>[]
  assert.equal(all.length, 1202)
  assert.deepEqual(all[0], {
    id: 1,
    name: 'Alice',
    username: 'alice',
    realName: '',
    email: 'a@example.org',
    emailConfirmedAt: all[0]!.emailConfirmedAt,
    groups: ['sysop'],
    isSuperuser: false,
    isBot: false,
    isActive: false,
    registeredAt: '2020-09-13T12:26:40.000Z',
    lastLoginAt: '2023-11-14T22:13:20.000Z',
    expiresAt: null,
  })
  const names = async (group: string) =>
    JSON.parse((await list('--group', group, '--json')).out).map((a: { name: string }) => a.name)
  assert.deepEqual([await names('sysop'), await names('bot')], [['Alice'], []])
  assert.equal((await list('--group', 'kings')).code, 2)
})

test('migrate reports its steps; check accepts a new database and reports a wrong counter', async () => {
  const data = temporaryFolder()
  assert.match((await parlance(['db', 'migrate', '--data', data])).out, /^Applied: 0\.1\.0/)
  assert.equal((await parlance(['db', 'migrate', '--data', data])).out, 'The database is up to date.\n')
  const clean = await parlance(['db', 'check', '--data', data])
  assert.equal(clean.code, 0, clean.err)
  assert.match(clean.out, /^database file: ok$/m)

  const { default: Sqlite } = await import('better-sqlite3')
  assert.match(
    clean.out,
    /^wiki counters: ok \(site statistics: 0, counts of active users: 0, edits of the site: 0, categories: 0, /m,
  )
  // The first account exists before the statistics do, and is still counted.
  await parlance(['users', 'create', 'Alice', '--data', data])
  assert.match((await parlance(['db', 'check', '--data', data])).out, /^wiki counters: ok \(site statistics: 1, /m)
  const db = new Sqlite(path.join(data, 'parlance.db'))
  db.exec("insert into category (title, pages) values ('Empty', 5); delete from site_stats")
  const wrong = await parlance(['db', 'check', '--data', data])
  assert.equal(wrong.code, 1)
  assert.match(wrong.out, /category Empty has 5 0 0, counted 0 0 0\n.*Run "parlance db check --fix" to fix 2 of these/s)
  assert.match(wrong.out, /the site has .* users 0, images 0, counted .* users 1, images 0\n/)
  const fixed = await parlance(['db', 'check', '--fix', '--data', data])
  assert.equal(fixed.code, 0, fixed.out + fixed.err)
  assert.match(fixed.out, /recounted and fixed; 0 left/)
  db.exec("insert into account_group (account_id, group_name) values (77, 'sysop')")
  db.close()
  const damaged = await parlance(['db', 'check', '--data', data])
  assert.equal(damaged.code, 1)
  assert.match(damaged.out, /account_group.*77/)
  assert.match(damaged.err, /1 difference found/)
})

test('backs up and restores a site', async () => {
  const [data, other] = [temporaryFolder(), temporaryFolder()]
  const file = path.join(temporaryFolder(), 'site.db')
  await parlance(['db', 'migrate', '--data', data])
  await parlance(['users', 'create', 'Alice', '--data', data])
  assert.match((await parlance(['backup', file, '--data', data])).out, /^Backed up \d+ rows and 0 files to /)
  assert.match((await parlance(['restore', file, '--data', other])).out, /^Restored \d+ rows and 0 files from /)
  const again = await parlance(['restore', file, '--data', other])
  assert.deepEqual([again.code, /--force/.test(again.err)], [1, true])
  assert.equal((await parlance(['users', 'create', 'Alice', '--data', other])).code, 1)
})

test('a new sample passes the check, and a closed pipe is not an error', async () => {
  const data = temporaryFolder()
  const server = await startServer(['--data', data, '--sample', '--workers', '1'])
  server.child.kill('SIGTERM')
  await server.ended
  const { code, out } = await parlance(['db', 'check', '--data', data])
  assert.equal(code, 0, out)
  assert.doesNotMatch(out, /, counted /)
  for (const command of [
    ['db', 'check'],
    ['wiki', 'export', '-'],
    ['users', 'list'],
  ]) {
    const child = spawnParlance([...command, '--data', data])
    child.stdout!.destroy()
    let said = ''
    child.stderr!.setEncoding('utf8').on('data', text => {
      said += text
    })
    const ended = await new Promise(resolve => child.on('exit', resolve))
    assert.deepEqual([ended, /EPIPE| {4}at /.test(said)], [0, false], `${command}: ${said}`)
  }
})
