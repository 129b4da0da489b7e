import { execFileSync } from 'node:child_process'

/** PostgreSQL and PgBouncer refuse to run as root, so they run as the user postgres; null if there is none. */
export function postgresUser(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}
