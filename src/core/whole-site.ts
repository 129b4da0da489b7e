import type { Store } from '#store/store.ts'
import type { Config } from './config.ts'
import type { ConsistencyCheck, Findings } from './consistency.ts'

/** Work that goes through all of a site: what `parlance db check` and `parlance backup` do. */
export type WholeSiteWork = { readonly kind: 'check' } | { readonly kind: 'backup'; readonly file: string }

/** What one check found. */
export interface Checked extends Findings {
  readonly name: string
}

export interface WholeSiteResult {
  readonly checked?: readonly Checked[]
  readonly backup?: { readonly rows: number; readonly files: number }
}

/**
 * Does such work where nobody has to wait for it; `tell` hears how far it is, in percent. A server has a process of its own for
 * that, because a large database keeps one busy for minutes.
 */
export type WholeSite = (
  work: WholeSiteWork,
  tell: (percent: number) => void,
  stop: AbortSignal,
) => Promise<WholeSiteResult>

interface CheckedSite {
  readonly store: Store
  readonly checks: readonly ConsistencyCheck[]
}

/** Everything that is looked at: what the engine says of itself, then what each part of the program knows. */
export async function allChecks({ checks }: CheckedSite): Promise<readonly ConsistencyCheck[]> {
  // A server that only serves never needs what these are made of.
  const { storeChecks } = await import('#store/checks.ts')
  return [...storeChecks, ...checks]
}

/** Runs one check. Nothing is changed. */
export async function lookAt(store: Store, { name, run }: ConsistencyCheck): Promise<Checked> {
  const found = await run(store)
  return 'faults' in found ? { name, ...found } : { name, compared: [], faults: found, notes: [] }
}

/** What a check found, in a line; the command and the pages say it in the same words. */
export const summaryOf = ({ faults, compared }: Findings): string =>
  `${faults.length === 0 ? 'ok' : `${faults.length} found`}${compared.length > 0 ? ` (${compared.join(', ')})` : ''}`

/** Does it in this very process. */
export async function workOnWholeSite(
  site: CheckedSite & { readonly config: Config },
  work: WholeSiteWork,
  tell: (percent: number) => void,
): Promise<WholeSiteResult> {
  if (work.kind === 'backup') {
    const { backUp } = await import('#store/backup/backup.ts')
    return { backup: await backUp(site.config, work.file, { force: true }) }
  }
  const all = await allChecks(site)
  const checked: Checked[] = []
  for (const check of all) {
    tell((100 * checked.length) / all.length)
    checked.push(await lookAt(site.store, check))
  }
  return { checked }
}
