import type { Services } from '#core/services.ts'
import type { Progress } from '#events/progress.ts'
import { withServices } from '#server/with-services.ts'
import type { Imported } from '#translation/import-steps/steps.ts'
import type { Count, Kind, Tally } from '#translation/import-steps/tally.ts'
import { configFrom, type SiteOptions } from './options.ts'
import { say } from './say.ts'

/** Runs an import from another translation platform with progress and a summary. Only one runs per database. */
export async function runImport(
  options: SiteOptions & { readonly json?: boolean },
  run: (services: Services, progress: Progress) => Promise<Imported>,
): Promise<void> {
  const config = configFrom(options)
  const [{ KINDS }, { showProgress }, { takeLock }] = await Promise.all([
    import('#translation/import-steps/tally.ts'),
    import('#events/progress.ts'),
    import('#store/lock.ts'),
  ])
  const importAll = async (services: Services) => {
    const progress = showProgress(process.stderr, options.json === undefined ? {} : { json: options.json })
    const { isResumed, tally, forget } = await run(services, progress)
    progress.finish('import', 'Import complete.')
    if (options.json) say(JSON.stringify({ isResumed, ...tally }))
    else for (const line of summaryLines(KINDS, tally, isResumed)) say(line)
    await forget()
  }
  const lock = await takeLock(config.database === null ? config : { database: config.database }, 'import')
  try {
    await withServices(config, importAll, { mayBeFirst: true })
  } finally {
    await lock.release()
  }
}

function* summaryLines(kinds: readonly Kind[], { counts, notes }: Tally, isResumed: boolean): Generator<string> {
  yield isResumed ? 'Resumed and completed the import:' : 'Completed the import:'
  for (const kind of kinds) {
    const count: Count | undefined = counts[kind]
    if (count === undefined) continue
    const { read, created, unchanged, skipped } = count
    const left = Object.values(skipped).reduce((sum, each) => sum + each, 0)
    yield `  ${kind}: ${read} read, ${created} created, ${unchanged} unchanged, ${left} skipped`
    for (const [reason, times] of Object.entries(skipped)) yield `    ${times} skipped: ${reason}`
  }
  const texts = Object.entries(notes)
  if (texts.length > 0) yield 'Not everything came over:'
  for (const [text, times] of texts) yield times === 1 ? `  ${text}` : `  ${text} (${times} times)`
}
