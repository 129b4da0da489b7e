import type { Command } from 'commander'
import type { Progress } from '#events/progress.ts'
import { holdLastCompilerBack } from '#events/v8-settings.ts'
import type { Store } from '#store/store.ts'
import type { Missing } from '#wiki/import/counterparts.ts'
import type { HarvestThreads } from '#wiki/import/derive/harvest-threads.ts'
import type { ImportSummary } from '#wiki/import/import-wiki.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

interface ImportOptions extends SiteOptions {
  readonly site?: string
  readonly images?: string
  readonly messages?: string
  readonly json?: boolean
}

export function wikiImportCommand(wiki: Command): void {
  siteOptions(
    wiki
      .command('import')
      .argument('[file...]', 'MediaWiki SQL dumps (mysqldump) and XML exports, or folders of them, compressed or not')
      .description('import pages, history, links, users and files; resumes after an interruption'),
  )
    .option('--site <file>', 'site file: the response of meta=siteinfo with formatversion=2')
    .option('--images <folder|tar>', "the wiki's images folder, or a tar archive of it")
    .option('--messages <folder>', 'interface messages: <code>.json files, or one such folder per group')
    .option('--json', 'print progress and result as JSON lines')
    .action(run)
}

async function run(files: readonly string[], options: ImportOptions): Promise<void> {
  if (files.length === 0 && !options.site && !options.images && !options.messages)
    throw new UsageError('Name at least one dump, or use --site, --images or --messages.')
  holdLastCompilerBack()
  const { startThreads } = await import('#wiki/import/derive/harvest-threads.ts')
  // The threads load their code while this thread loads its own, reads and stores.
  const threads = startThreads()
  try {
    await runWith(threads, files, options)
  } finally {
    await threads.close()
  }
}

async function runWith(threads: HarvestThreads, files: readonly string[], options: ImportOptions): Promise<void> {
  const [
    { importWiki },
    { openFileStore },
    { connectImport },
    { showProgress },
    { openMigrated },
    { clockOf },
    { takeLock },
  ] = await Promise.all([
    import('#wiki/import/import-wiki.ts'),
    import('#wiki/file-store.ts'),
    import('#bridge/connect-import.ts'),
    import('#events/progress.ts'),
    import('#server/open-database.ts'),
    import('#server/clock-of.ts'),
    import('#store/lock.ts'),
  ])
  const config = configFrom(options)
  const lock = await takeLock(config.database === null ? config : { database: config.database }, 'import')
  let store: Store | undefined
  try {
    store = await openMigrated(config)
    const progress = showProgress(process.stderr, options.json === undefined ? {} : { json: options.json })
    const { site, images, messages } = options
    const sources = { files, ...(site && { site }), ...(images && { images }), ...(messages && { messages }) }
    const target = { fileStore: openFileStore(config, 'files')!, clock: clockOf(config), threads }
    const { refresh, ...connected } = connectImport(store, { clock: target.clock, siteUrl: config.siteUrl })
    const summary = await importWiki(store, { ...sources, ...target, ...connected }, progress)
    await refresh()
    const missing = files.length === 0 ? undefined : await lookForMissing(store, config.siteUrl, progress)
    if (options.json) say(JSON.stringify({ ...summary, ...(missing && { withoutCounterpart: missing }) }))
    else for (const line of [...summaryLines(summary), ...(missing ? missingLines(missing) : [])]) say(line)
  } finally {
    await store?.close()
    await lock.release()
  }
}

async function lookForMissing(store: Store, siteUrl: string, progress: Progress): Promise<Missing[]> {
  const [{ withoutCounterpart }, { loadSite }, { LOG_TYPES }] = await Promise.all([
    import('#wiki/import/counterparts.ts'),
    import('#wiki/open-wiki.ts'),
    import('#wiki/query/families/log-types.ts'),
  ])
  return withoutCounterpart(store, await loadSite(store.read, siteUrl), { logTypes: LOG_TYPES }, progress)
}

const ONE = { pages: 'page', entries: 'entry', people: 'person', gadgets: 'gadget' } as const

function* missingLines(missing: readonly Missing[]): Generator<string> {
  if (missing.length === 0) {
    yield 'Every feature of the wiki has a counterpart in Parlance.'
    return
  }
  yield 'Features without a counterpart in Parlance (see docs/moving-from-mediawiki.md):'
  for (const { kind, name, extension, count, what } of missing) {
    const shown = kind === 'tag' ? `<${name}>` : kind === 'parser function' ? `{{${name}:}}` : name
    yield `  ${kind} ${shown}${extension ? ` (${extension})` : ''}${count === undefined ? '' : `: ${count} ${count === 1 ? ONE[what!] : what}`}`
  }
}

function* summaryLines({ files, messages, images }: ImportSummary): Generator<string> {
  for (const { file, alreadyImported, tables } of files) {
    yield alreadyImported ? `${file}: already imported, nothing to do.` : `${file}:`
    if (alreadyImported) continue
    for (const [name, { read, stored, skipped, incomplete = {} }] of Object.entries(tables)) {
      const reasons = Object.entries(skipped).map(([reason, count]) => `${count} skipped: ${reason}`)
      const lacks = Object.entries(incomplete).map(([what, count]) => `${count} stored, but ${what}`)
      yield `  ${name}: ${[`${read} read`, `${stored} stored`, ...reasons, ...lacks].join(', ')}`
    }
  }
  if (messages !== undefined) yield `Imported ${messages} interface messages.`
  if (images !== undefined) yield `Imported ${images} files.`
}
