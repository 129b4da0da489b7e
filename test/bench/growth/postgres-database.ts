// A database for a generated wiki, beside the one of PARLANCE_TEST_POSTGRES.
import pg from 'pg'

export async function postgresDatabase(name: string, isNew: boolean): Promise<{ database: string }> {
  const server = process.env.PARLANCE_TEST_POSTGRES
  if (!server) throw new Error('Set PARLANCE_TEST_POSTGRES to the address of a PostgreSQL database.')
  const url = new URL(server)
  if (isNew) {
    const client = new pg.Client({ connectionString: server })
    await client.connect()
    await client.query(`drop database if exists ${client.escapeIdentifier(name)}`)
    await client.query(`create database ${client.escapeIdentifier(name)}`)
    await client.end()
  }
  url.pathname = `/${name}`
  return { database: url.href }
}
