import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Services } from '#core/services.ts'
import { withServices } from '#server/with-services.ts'
import type { Count, Kind, Tally } from '#translation/weblate-import/import-weblate.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

interface ImportOptions extends SiteOptions {
  readonly token?: string
  readonly tokenFile?: string
  readonly project?: readonly string[]
  readonly network: 'public' | 'any'
  readonly json?: boolean
}

export function translationsImportWeblate(parent: Command): void {
  siteOptions(
    parent
      .command('import-weblate')
      .argument('<url>', 'address of the Weblate server')
      .description('import projects, strings, people and teams from a Weblate server; resumes after an interruption'),
  )
    .option('--token <key>', 'API key of an account on that server')
    .option('--token-file <file>', 'file with the API key')
    .option('--project <slug...>', 'only these projects')
    .addOption(
      new Option('--network <which>', 'networks of the server: public (internet only) or any (private networks too)')
        .choices(['public', 'any'])
        .default('public'),
    )
    .option('--json', 'print progress and summary as JSON lines')
    .action(run)
}

async function run(url: string, options: ImportOptions): Promise<void> {
  const token = tokenFrom(options)
  const config = configFrom(options)
  const [{ importWeblate, endImport, SourceError, KINDS }, { showProgress }, { takeLock }] = await Promise.all([
    import('#translation/weblate-import/import-weblate.ts'),
    import('#events/progress.ts'),
    import('#store/lock.ts'),
  ])
  const importAll = async (services: Services) => {
    const progress = showProgress(process.stderr, options.json === undefined ? {} : { json: options.json })
    const { network, project: projects = [] } = options
    try {
      const { isResumed, tally } = await importWeblate(services, { url, token, network, projects }, progress)
      progress.finish('import', 'Import complete.')
      if (options.json) say(JSON.stringify({ isResumed, ...tally }))
      else for (const line of summaryLines(KINDS, tally, isResumed)) say(line)
      await endImport(services, { url, projects })
    } catch (error) {
      throw error instanceof SourceError ? new UsageError(error.message) : error
    }
  }
  const lock = await takeLock(config.database === null ? config : { database: config.database }, 'import')
  try {
    await withServices(config, importAll, { mayBeFirst: true })
  } finally {
    await lock.release()
  }
}

function tokenFrom({ token, tokenFile }: ImportOptions): string {
  if ((token === undefined) === (tokenFile === undefined)) throw new UsageError('Use either --token or --token-file.')
  if (token !== undefined) return token
  try {
    return readFileSync(tokenFile!, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`Cannot read ${tokenFile}: ${(error as Error).message}`)
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
