import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '#store/testing.ts'
import { parlance, startServer } from '../testing.ts'

test('audit export and verify', async () => {
  const data = temporaryFolder()
  const audit = (...args: string[]) => parlance(['audit', ...args, '--data', data])
  await parlance(['db', 'migrate', '--data', data])
  await parlance(['users', 'create', 'Alice', '--group', 'sysop', '--data', data])
  await parlance(['users', 'create', 'Bob', '--data', data])
  const server = await startServer(['--data', data], { env: { PARLANCE_LOG_LEVEL: 'info' } })
  server.child.kill('SIGTERM')
  await server.ended

  const exported = await audit('export')
  assert.equal(exported.code, 0, exported.err)
  const lines = exported.out.trimEnd().split('\n')
  assert.deepEqual(
    lines.map(line => JSON.parse(line).subject),
    ['Alice', 'Bob'],
  )
  assert.equal((await audit('export', '--since', '2099-01-01')).out, '')
  assert.match((await audit('export', '--format', 'csv')).out, /^seq,at,.*\r\n1,/)
  assert.match((await audit('export', '--since', 'yesterday')).err, /Use a time like 2026-11-15/)
  assert.match((await audit('export', '--format', 'xml')).err, /Use jsonl or csv/)

  const verified = await audit('verify')
  assert.equal(verified.code, 0, verified.err)
  assert.match(verified.out, /intact: 2 entries checked\.\nCheckpoint {2}2:[0-9a-f]{64}\n/)
  const checkpoint = /2:[0-9a-f]{64}/.exec(verified.out)![0]
  const log = path.join(data, 'server.log')
  writeFileSync(log, server.output.err + server.output.out)
  const compared = await audit('verify', '--log', log, '--checkpoint', checkpoint)
  assert.equal(compared.code, 0, compared.err)
  assert.match(compared.out, /^1 checkpoint in /)
  const wrong = await audit('verify', '--checkpoint', `2:${'0'.repeat(64)}`)
  assert.deepEqual([wrong.code, wrong.err], [1, 'parlance: Entry 2 of the audit log differs from the checkpoint.\n'])
  assert.match((await audit('verify', '--checkpoint', '2')).err, /Use the number and the hash of an entry/)

  const file = path.join(data, 'audit.jsonl')
  writeFileSync(file, exported.out)
  assert.equal((await audit('verify', '--file', file)).code, 0)
  writeFileSync(file, exported.out.replace('Alice', 'Carol'))
  assert.equal((await audit('verify', '--file', file)).code, 1)

  const { default: Sqlite } = await import('better-sqlite3')
  const db = new Sqlite(path.join(data, 'parlance.db'))
  db.exec("update audit_entry set subject = 'Carol' where seq = 2")
  db.close()
  const broken = await audit('verify')
  const sentence = 'parlance: Entry 2 of the audit log was changed after it was sealed.\n'
  assert.deepEqual([broken.code, broken.err], [1, sentence])
  assert.match((await parlance(['db', 'check', '--data', data])).out, /entry 2 of the audit log was changed/)
})
