import { execFileSync } from 'node:child_process'

/** PostgreSQL and PgBouncer refuse to run as root, so there they run as the user of their package; null without one. */
export function postgresUser(): { uid?: number; gid?: number } | null {
  if (process.getuid?.() !== 0) return {}
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return null
  }
}
