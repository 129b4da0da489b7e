// Baseline: a minimal server that runs the statements without which a string or an edit cannot be saved as completely
// as Parlance saves it: caller, current state, content, history, counters, search and log. No rights, checks, links,
// notifications or responses.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import { answerParent } from '../measured-server.ts'

const [data = '', database = ''] = process.argv.slice(2)

const TABLES = `
  create table if not exists bare_account (id INTEGER primary key, key_hash text not null, edits INTEGER not null);
  create unique index if not exists bare_account_by_key on bare_account (key_hash);
  create table if not exists bare_unit (id INTEGER primary key, source text not null, target text not null, state INTEGER not null);
  create table if not exists bare_change (id SERIAL primary key, unit_id INTEGER not null, account_id INTEGER not null, target text not null, at INTEGER not null);
  create index if not exists bare_change_by_unit on bare_change (unit_id, id);
  create table if not exists bare_memory (id SERIAL primary key, source_hash text not null, source text not null, target text not null);
  create index if not exists bare_memory_by_source on bare_memory (source_hash);
  create table if not exists bare_look (id SERIAL primary key, unit_id INTEGER not null, target text not null);
  create table if not exists bare_total (id INTEGER primary key, translated INTEGER not null, words INTEGER not null, last_change INTEGER);
  create table if not exists bare_page (id INTEGER primary key, title text not null, latest INTEGER not null, length INTEGER not null);
  create table if not exists bare_blob (id SERIAL primary key, hash text not null, data text not null);
  create unique index if not exists bare_blob_by_hash on bare_blob (hash);
  create table if not exists bare_content (id SERIAL primary key, blob_id INTEGER not null, size INTEGER not null, sha1 text not null);
  create table if not exists bare_summary (id SERIAL primary key, text text not null);
  create table if not exists bare_revision (id SERIAL primary key, page_id INTEGER not null, account_id INTEGER not null, summary_id INTEGER not null, at INTEGER not null);
  create index if not exists bare_revision_by_page on bare_revision (page_id, at);
  create table if not exists bare_slot (revision_id INTEGER primary key, content_id INTEGER not null);
  create table if not exists bare_recent (id SERIAL primary key, page_id INTEGER not null, revision_id INTEGER not null, account_id INTEGER not null, at INTEGER not null);
  create index if not exists bare_recent_by_time on bare_recent (at, id);
  create table if not exists bare_log (seq SERIAL primary key, at INTEGER not null, kind text not null, data text not null)`

const SEARCH = {
  sqlite: {
    table: 'create virtual table if not exists bare_search using fts5(body)',
    write: 'insert or replace into bare_search (rowid, body) values ($1, $2)',
  },
  postgres: {
    table: 'create table if not exists bare_search (page_id INTEGER primary key, words tsvector not null)',
    write: `insert into bare_search (page_id, words) values ($1, to_tsvector('simple', $2))
      on conflict (page_id) do update set words = excluded.words`,
  },
}
const engine = database === '' ? 'sqlite' : 'postgres'

const addToTotals = (count: number): string => {
  const rows = Array.from({ length: count }, (_, at) => `($${2 * at + 1}, 1, 2, $${2 * at + 2})`)
  return `insert into bare_total (id, translated, words, last_change) values ${rows.join()} on conflict (id)
    do update set translated = bare_total.translated + 1, words = bare_total.words + 2, last_change = excluded.last_change`
}

const STATEMENTS = {
  caller: 'select id from bare_account where key_hash = $1',
  unit: 'select * from bare_unit where id = $1',
  translate: `insert into bare_unit (id, source, target, state) values ($1, 'Source', $2, 20)
    on conflict (id) do update set target = excluded.target`,
  change: 'insert into bare_change (unit_id, account_id, target, at) values ($1, 1, $2, $3)',
  memory: 'insert into bare_memory (source_hash, source, target) values ($1, $2, $3)',
  look: 'insert into bare_look (unit_id, target) values ($1, $2)',
  translation: addToTotals(1),
  totals: addToTotals(5),
  page: 'select * from bare_page where id = $1',
  blob: 'insert into bare_blob (hash, data) values ($1, $2) on conflict (hash) do nothing',
  content: 'insert into bare_content (blob_id, size, sha1) values (1, $1, $2)',
  summary: 'insert into bare_summary (text) values ($1)',
  revision: 'insert into bare_revision (page_id, account_id, summary_id, at) values ($1, 1, 1, $2) returning id',
  slot: 'insert into bare_slot (revision_id, content_id) values ($1, 1) on conflict (revision_id) do nothing',
  savePage: `insert into bare_page (id, title, latest, length) values ($1, $2, $3, $4)
    on conflict (id) do update set latest = excluded.latest, length = excluded.length`,
  recent: 'insert into bare_recent (page_id, revision_id, account_id, at) values ($1, $2, 1, $3)',
  search: SEARCH[engine].write,
  author: 'update bare_account set edits = edits + 1 where id = $1',
  log: "insert into bare_log (at, kind, data) values ($1, 'change', $2)",
} as const

type Step = readonly [statement: keyof typeof STATEMENTS, ...values: (string | number)[]]

const KEYS = 128
const keyOf = (id: number): string =>
  createHash('sha256')
    .update(`key ${id % KEYS}`)
    .digest('hex')

/** Rows that many writes share come last. */
function steps(kind: string, id: number, text: string): { before: Step[]; inside: Step[] } {
  const now = Math.floor(Date.now() / 1000)
  const log: Step = ['log', now, JSON.stringify({ id })]
  const hash = createHash('sha256').update(text).digest('hex')
  if (kind === 'string')
    return {
      before: [
        ['caller', keyOf(id)],
        ['unit', id],
      ],
      inside: [
        ['translate', id, text],
        ['memory', hash, 'Source', text],
        ['look', id, text],
        ['change', id, text, now],
        ['translation', 100 + (id % 16), now],
        log,
        ['totals', ...[0, 1, 2, 3, 4].flatMap(total => [total, now])],
      ],
    }
  return {
    before: [
      ['caller', keyOf(id)],
      ['page', id],
    ],
    inside: [
      ['blob', hash, text],
      ['content', text.length, hash],
      ['summary', 'Summary'],
      ['revision', id, now],
      ['slot', Math.floor(Math.random() * 2 ** 40)],
      ['savePage', id, `Page ${id}`, now, text.length],
      ['recent', id, now, now],
      ['search', id, text],
      ['author', id % KEYS],
      log,
      ['translation', 50, now],
    ],
  }
}

type Run = (work: ReturnType<typeof steps>) => Promise<void>

function onSqlite(): Run {
  const db = new Sqlite(path.join(data, 'bare.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec(TABLES.replaceAll('SERIAL', 'INTEGER'))
  db.exec(SEARCH.sqlite.table)
  const prepared = new Map(
    Object.entries(STATEMENTS).map(([name, text]) => [name, db.prepare(text.replaceAll(/\$\d+/g, '?'))]),
  )
  const runStep = ([name, ...values]: Step) => {
    const statement = prepared.get(name)!
    if (statement.reader) statement.all(values)
    else statement.run(values)
  }
  for (let id = 0; id < KEYS; id++) db.prepare('insert into bare_account values (?, ?, 0)').run(id, keyOf(id))
  const all = db.transaction((list: readonly Step[]) => list.forEach(runStep))
  return async ({ before, inside }) => {
    before.forEach(runStep)
    all.immediate(inside)
  }
}

async function onPostgres(): Promise<Run> {
  const pool = new pg.Pool({ connectionString: database, max: 10 })
  await pool.query(TABLES.replaceAll('INTEGER', 'BIGINT'))
  await pool.query(SEARCH.postgres.table)
  for (let id = 0; id < KEYS; id++) await pool.query('insert into bare_account values ($1, $2, 0)', [id, keyOf(id)])
  return async ({ before, inside }) => {
    const client = await pool.connect()
    const runStep = ([name, ...values]: Step) => client.query({ name, text: STATEMENTS[name], values })
    try {
      for (const step of before) await runStep(step)
      await client.query('begin')
      for (const step of inside) await runStep(step)
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
