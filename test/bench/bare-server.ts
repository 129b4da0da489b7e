// Baseline: a minimal Node.js server that runs the same prepared statements and sends their rows as JSON.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { DATABASE_FILE } from '#store/open.ts'
import { answerParent } from './measured-server.ts'
import type { BenchRequest } from './requests.ts'

const [data = '', file = ''] = process.argv.slice(2)
const db = new Sqlite(path.join(data, DATABASE_FILE), { readonly: true })
db.pragma('mmap_size = 268435456')
db.pragma('cache_size = -16000')
const prepared = new Map<string, Sqlite.Statement>()
function prepare(sql: string): Sqlite.Statement {
  const statement = prepared.get(sql) ?? db.prepare(sql)
  prepared.set(sql, statement)
  return statement
}
const requests = new Map(
  (JSON.parse(readFileSync(file, 'utf8')) as BenchRequest[]).map(({ url, statements }) => [
    url,
    statements.map(({ sql, parameters }) => ({ statement: prepare(sql), parameters })),
  ]),
)

const server = createServer((request, response) => {
  const statements = requests.get(request.url!) ?? []
  const rows = statements.map(({ statement, parameters }) => statement.all(parameters))
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.end(JSON.stringify(rows))
})
server.listen(0, '127.0.0.1', () => answerParent((server.address() as AddressInfo).port))
