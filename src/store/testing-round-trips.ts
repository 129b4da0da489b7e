// Test helper: counts what is sent to PostgreSQL.
import pg from 'pg'

/** How often `work` sends something to PostgreSQL. Statements that travel together count once. */
export async function roundTripsDuring(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype
  let count = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    count++
    return Reflect.apply(query, this, args)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return count
}
