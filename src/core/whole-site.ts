import type { Store } from '#store/store.ts'
import type { Config } from './config.ts'
import type { ConsistencyCheck, Findings } from './consistency.ts'

/** A long operation over the whole site, as in `parlance db check` and `parlance backup`. */
export type WholeSiteWork = { readonly kind: 'check' } | { readonly kind: 'backup'; readonly file: string }

/** The result of one check. */
export interface Checked extends Findings {
  readonly name: string
}

export interface WholeSiteResult {
  readonly checked?: readonly Checked[]
  readonly backup?: { readonly rows: number; readonly files: number }
}

/**
 * Runs the work without blocking requests and reports progress in percent. A server uses a separate process, because a
 * large database can take minutes.
 */
export type WholeSite = (
  work: WholeSiteWork,
  onProgress: (percent: number) => void,
  stop: AbortSignal,
) => Promise<WholeSiteResult>

interface CheckedSite {
  readonly store: Store
  readonly checks: readonly ConsistencyCheck[]
}

/** All checks: those of the database engine first, then those of each layer. */
export async function allChecks({ checks }: CheckedSite): Promise<readonly ConsistencyCheck[]> {
  // Loaded on demand: most servers never run checks.
  const { storeChecks } = await import('#store/checks.ts')
  return [...storeChecks, ...checks]
}

/** Runs one check, without fixing anything. */
export async function lookAt(store: Store, { name, run }: ConsistencyCheck): Promise<Checked> {
  const result = await run(store)
  return 'faults' in result ? { name, ...result } : { name, compared: [], faults: result, notes: [] }
}

/** One-line summary of a check, for the command line and the pages. */
export const summaryOf = ({ faults, compared }: Findings): string =>
  `${faults.length === 0 ? 'ok' : `${faults.length} found`}${compared.length > 0 ? ` (${compared.join(', ')})` : ''}`

/** Runs the work in the current process. */
export async function workOnWholeSite(
  site: CheckedSite & { readonly config: Config },
  work: WholeSiteWork,
  onProgress: (percent: number) => void,
): Promise<WholeSiteResult> {
  if (work.kind === 'backup') {
    const { backUp } = await import('#store/backup/backup.ts')
    return { backup: await backUp(site.config, work.file, { force: true }) }
  }
  const all = await allChecks(site)
  const checked: Checked[] = []
  for (const check of all) {
    onProgress((100 * checked.length) / all.length)
    checked.push(await lookAt(site.store, check))
  }
  return { checked }
}
