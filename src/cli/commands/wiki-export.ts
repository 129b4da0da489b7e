import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Counts } from '#wiki/export/tally.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

interface ExportOptions extends SiteOptions {
  readonly current?: boolean
  readonly since?: string
  readonly namespace?: readonly string[]
  readonly page?: readonly string[]
  readonly pages?: string
  readonly category?: readonly string[]
  readonly subcategories?: boolean
  readonly templates?: boolean
  readonly uploads?: boolean
  readonly contents?: boolean
  readonly files?: string
  readonly logs?: string
  readonly site?: string
  readonly hidden?: boolean
  readonly overwrite?: boolean
  readonly json?: boolean
}

export function wikiExportCommand(wiki: Command): void {
  siteOptions(
    wiki
      .command('export')
      .argument('[file]', 'output file for pages, ending in .xml or .xml.gz; - for standard output')
      .description('export the wiki as MediaWiki XML; resumes after an interruption'),
  )
    .option('--current', 'only the latest revision of each page')
    .option('--since <time>', 'only revisions and log entries since this time, such as 2026-11-15T12:00:00Z')
    .option('--namespace <name...>', 'only pages in these namespaces, by name or number')
    .option('--page <title...>', 'only these pages')
    .option('--pages <file>', 'only the pages listed in a file, one title per line')
    .option('--category <name...>', 'only pages in these categories')
    .option('--subcategories', 'include subcategories')
    .option('--templates', 'include the templates of the selected pages')
    .option('--uploads', 'include file metadata in file pages')
    .option('--contents', 'include the files themselves in the XML')
    .option('--files <folder>', "copy the files in MediaWiki's layout (importDump.php --image-base-path)")
    .option('--logs <file>', 'write log entries to this file')
    .option('--site <file>', 'write the site file for wiki import --site')
    .option('--hidden', 'include hidden content; anyone with the export can read it')
    .option('--overwrite', 'overwrite existing files')
    .option('--json', 'print progress and result as JSON lines')
    .action(run)
}

async function run(file: string | undefined, options: ExportOptions): Promise<void> {
  const { logs, site: siteFile } = options
  if (file === undefined && logs === undefined && siteFile === undefined)
    throw new UsageError('Name an output file, or use --logs <file> or --site <file>.')
  if (options.subcategories && !options.category) throw new UsageError('--subcategories needs --category.')
  const [
    { exportWiki },
    { openFileStore },
    { openTextWiki },
    { showProgress },
    { openMigrated },
    { unfinishedImports },
  ] = await Promise.all([
    import('#wiki/export/export-wiki.ts'),
    import('#wiki/file-store.ts'),
    import('#wiki/open-wiki.ts'),
    import('#events/progress.ts'),
    import('#server/open-database.ts'),
    import('#wiki/import/unfinished.ts'),
  ])
  const since = options.since === undefined ? undefined : timeOf(options.since)
  const pages = [...(options.page ?? []), ...(options.pages === undefined ? [] : titlesIn(options.pages))]
  const { namespace, category, subcategories, templates, uploads, contents, overwrite, hidden } = options
  const config = configFrom(options)
  const store = await openMigrated(config, { mustExist: true })
  try {
    const [unfinished] = await unfinishedImports.run(store)
    if (unfinished !== undefined) throw new UsageError(`The wiki import is not finished. ${unfinished}.`)
    const progress = showProgress(process.stderr, options.json === undefined ? {} : { json: options.json })
    const { site } = await openTextWiki(store, config)
    const counts = await exportWiki(
      store,
      site,
      {
        history: !options.current,
        ...(since !== undefined && { since }),
        fileStore: openFileStore(config, 'files')!,
        ...(file !== undefined && { target: file }),
        ...(pages.length > 0 && { pages }),
        ...(options.files !== undefined && { filesTo: options.files }),
        ...(namespace && { namespaces: namespace }),
        ...(category && { categories: category }),
        subcategories,
        templates,
        uploads,
        contents,
        logs,
        site: siteFile,
        overwrite,
        withHidden: hidden,
      },
      progress,
    )
    report(counts, options.json ?? false, [file, logs, siteFile].includes('-'))
  } finally {
    await store.close()
  }
}

/** In seconds since 1970. */
function timeOf(text: string): number {
  const time = Date.parse(/^\d{4}-\d\d-\d\d(?:T.*Z)?$/.test(text) ? text : '')
  if (Number.isNaN(time))
    throw new UsageError(`Invalid value "${text}" for --since: expected a UTC time such as 2026-11-15T12:00:00Z.`)
  return Math.floor(time / 1000)
}

function titlesIn(file: string): string[] {
  const titles = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
  if (titles.length === 0) throw new UsageError(`${file} lists no pages.`)
  return titles
}

/** If the export itself goes to standard output, the summary goes to standard error. */
function report(counts: Counts, json: boolean, toStderr: boolean): void {
  const line = toStderr ? (text: string) => process.stderr.write(`${text}\n`) : say
  if (json) line(JSON.stringify(counts))
  else for (const text of summary(counts)) line(text)
}

function* summary(counts: Counts): Generator<string> {
  for (const [kind, { written, leftOut, remarks }] of Object.entries(counts)) {
    const all = Object.values(leftOut).reduce((sum, count) => sum + count, written)
    const parts = [
      ...[`${all} ${kind}`, `${written} written`],
      ...Object.entries(leftOut).map(([reason, count]) => `${count} skipped: ${reason}`),
      ...Object.entries(remarks).map(([remark, count]) => `${count} written ${remark}`),
    ]
    yield parts.join(', ')
  }
}
