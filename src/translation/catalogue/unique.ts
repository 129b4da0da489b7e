/** Whether a write failed because another row has the same key: SQLite and PostgreSQL say it differently. */
export function isDuplicate(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
}
