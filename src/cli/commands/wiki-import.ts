import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import type { Command } from 'commander'
import type { ImportSummary } from '#wiki/import/import-wiki.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'

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
      .argument(
        '<file...>',
        'SQL dumps (mysqldump) and XML exports of a MediaWiki wiki, or folders of them, compressed or not',
      )
      .description('take over pages, history, links, users and files; goes on where it was interrupted'),
  )
    .option('--site <file>', 'what the wiki says of itself: the answer of meta=siteinfo, formatversion 2')
    .option('--images <folder|tar>', 'the image folder of the wiki, or a tar archive of it')
    .option('--messages <folder>', 'interface messages: <code>.json files, or a folder of them per group')
    .option('--json', 'progress and result as lines of JSON')
    .action(run)
}

async function run(files: readonly string[], options: ImportOptions): Promise<void> {
  // An import makes much that it soon forgets. With a small nursery it is collected early, and the process stays small.
  setFlagsFromString('--semi-space-growth-factor=1')
  const [{ importWiki }, { showProgress }, { openMigrated }, { clockOf }] = await Promise.all([
    import('#wiki/import/import-wiki.ts'),
    import('#events/progress.ts'),
    import('#server/open-database.ts'),
    import('#server/clock-of.ts'),
  ])
  const config = configFrom(options)
  const store = await openMigrated(config)
  try {
    const progress = showProgress(process.stderr, options.json === undefined ? {} : { json: options.json })
    const { site, images, messages } = options
    const given = { files, ...(site && { site }), ...(images && { images }), ...(messages && { messages }) }
    const where = { filesFolder: path.join(config.data, 'files'), clock: clockOf(config) }
    const summary = await importWiki(store, { ...given, ...where }, progress)
    if (options.json) say(JSON.stringify(summary))
    else for (const line of tell(summary)) say(line)
  } finally {
    await store.close()
  }
}

function* tell({ files, messages, images }: ImportSummary): Generator<string> {
  for (const { file, alreadyImported, tables } of files) {
    yield alreadyImported ? `${file}: was imported before; nothing to do.` : `${file}:`
    if (alreadyImported) continue
    for (const [name, { read, stored, skipped }] of Object.entries(tables)) {
      const reasons = Object.entries(skipped).map(([reason, count]) => `${count} not stored: ${reason}`)
      yield `  ${name}: ${[`${read} read`, `${stored} stored`, ...reasons].join(', ')}`
    }
  }
  if (messages !== undefined) yield `${messages} interface messages.`
  if (images !== undefined) yield `${images} files.`
}
