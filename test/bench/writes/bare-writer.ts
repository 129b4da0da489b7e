// Baseline: a minimal server that stores the same facts of a string or an edit in one transaction, without rights,
// checks, links or notifications.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { answerParent } from '../measured-server.ts'

const [data = '', database = ''] = process.argv.slice(2)

const TABLES = `
  create table if not exists bare_unit (id INTEGER primary key, target text not null, state INTEGER not null);
  create table if not exists bare_change (id SERIAL primary key, unit_id INTEGER not null, target text not null, at INTEGER not null);
  create index if not exists bare_change_by_unit on bare_change (unit_id, id);
  create table if not exists bare_counter (id INTEGER primary key, n INTEGER not null);
  create table if not exists bare_page (id INTEGER primary key, latest INTEGER not null, length INTEGER not null);
  create table if not exists bare_revision (id SERIAL primary key, page_id INTEGER not null, at INTEGER not null, summary text not null, content text not null);
  create index if not exists bare_revision_by_page on bare_revision (page_id, id);
  create table if not exists bare_log (seq SERIAL primary key, at INTEGER not null, kind text not null, data text not null)`

const STATEMENTS = {
  unit: 'insert into bare_unit (id, target, state) values ($1, $2, 20) on conflict (id) do update set target = excluded.target',
  change: 'insert into bare_change (unit_id, target, at) values ($1, $2, $3)',
  counter: 'insert into bare_counter (id, n) values ($1, 1) on conflict (id) do update set n = bare_counter.n + 1',
  revision: 'insert into bare_revision (page_id, at, summary, content) values ($1, $2, $3, $4)',
  page: 'insert into bare_page (id, latest, length) values ($1, $2, $3) on conflict (id) do update set latest = excluded.latest, length = excluded.length',
  recent: 'insert into bare_change (unit_id, target, at) values ($1, $2, $3)',
  log: "insert into bare_log (at, kind, data) values ($1, 'change', $2)",
} as const

type Step = readonly [statement: keyof typeof STATEMENTS, ...values: (string | number)[]]

/** Rows that both kinds of writes share come last. */
function steps(kind: string, id: number, text: string): Step[] {
  const now = Math.floor(Date.now() / 1000)
  const shared: Step[] = [
    ['counter', id % 16],
    ['counter', 1000],
    ['log', now, JSON.stringify({ id })],
  ]
  if (kind === 'string') return [['unit', id, text], ['change', id, text, now], ...shared]
  const revision: Step[] = [
    ['revision', id, now, 'Summary', text],
    ['page', id, now, text.length],
    ['recent', id, 'Summary', now],
  ]
  return [...revision, ...shared]
}

type Run = (all: readonly Step[]) => Promise<void>

function onSqlite(): Run {
  const db = new Sqlite(path.join(data, 'bare.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.exec(TABLES.replaceAll('SERIAL', 'INTEGER'))
  const prepared = Object.fromEntries(
    Object.entries(STATEMENTS).map(([name, text]) => [name, db.prepare(text.replaceAll(/\$\d/g, '?'))]),
  )
  const all = db.transaction((list: readonly Step[]) => {
    for (const [name, ...values] of list) prepared[name]!.run(values)
  })
  return async list => all.immediate(list)
}

async function onPostgres(): Promise<Run> {
  const pool = new pg.Pool({ connectionString: database, max: 10 })
  await pool.query(TABLES)
  return async list => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      for (const [name, ...values] of list) await client.query({ name, text: STATEMENTS[name], values })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
}

const run = database === '' ? onSqlite() : await onPostgres()

const server = createServer(async (request, response) => {
  let body = ''
  for await (const part of request.setEncoding('utf8')) body += part
  const [, kind = '', id = ''] = request.url!.split('/')
  await run(steps(kind, Number(id), body))
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end('{"result":"Success"}')
})
server.listen(0, '127.0.0.1', () => answerParent((server.address() as AddressInfo).port))
