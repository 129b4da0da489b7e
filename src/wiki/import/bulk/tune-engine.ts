import { sql } from 'kysely'
import type { Store } from '#store/store.ts'

/**
 * Settings for a long run of large transactions. SQLite: more cache for the writer, the log copied back less often, and no
 * memory mapping, which would count the whole file as memory of this process. Returns what sets them back.
 */
export async function tuneEngine(store: Store): Promise<() => Promise<void>> {
  if (store.engine !== 'sqlite') return async () => {}
  const set = async (writer: readonly string[], reader: readonly string[]) => {
    await store.transaction(async tx => {
      for (const pragma of writer) await sql.raw(`pragma ${pragma}`).execute(tx)
    })
    for (const pragma of reader) await sql.raw(`pragma ${pragma}`).execute(store.read)
  }
  const before = await currentSettings(store)
  await set(['cache_size = -32000', 'wal_autocheckpoint = 8000', 'mmap_size = 0'], ['mmap_size = 0'])
  return () =>
    set(
      before,
      before.filter(pragma => pragma.startsWith('mmap_size')),
    )
}

async function currentSettings(store: Store): Promise<string[]> {
  return store.transaction(async tx => {
    const settings: string[] = []
    for (const name of ['cache_size', 'wal_autocheckpoint', 'mmap_size']) {
      const { rows } = await sql.raw<Record<string, number>>(`pragma ${name}`).execute(tx)
      const value = Object.values(rows[0] ?? {})[0]
      if (value !== undefined) settings.push(`${name} = ${value}`)
    }
    return settings
  })
}
