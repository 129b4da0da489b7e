import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Counts } from '#wiki/export/tally.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

interface ExportOptions extends SiteOptions {
  readonly current?: boolean
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
      .argument('[file]', 'where pages go: a name that ends in .xml or .xml.gz, or - for the standard output')
      .description('write the wiki as XML that MediaWiki and this program import; goes on where it was interrupted'),
  )
    .option('--current', 'the latest revision of each page, not its history')
    .option('--namespace <name...>', 'pages of these namespaces, by name or number')
    .option('--page <title...>', 'these pages')
    .option('--pages <file>', 'the pages whose titles stand in a file, one in each line')
    .option('--category <name...>', 'pages of these categories')
    .option('--subcategories', 'pages of the categories below these too')
    .option('--templates', 'whatever the chosen pages include, too')
    .option('--uploads', 'what pages of files know of their files')
    .option('--contents', 'the files themselves too, inside the XML')
    .option('--files <folder>', 'copies of the files, as MediaWiki lays them out (importDump.php --image-base-path)')
    .option('--logs <file>', 'entries of the logs, into a file of their own')
    .option('--site <file>', 'what the wiki says of itself, for wiki import --site')
    .option('--hidden', 'also what was hidden: whoever reads the export sees it')
    .option('--overwrite', 'replace files that are there')
    .option('--json', 'progress and result as lines of JSON')
    .action(run)
}

async function run(file: string | undefined, options: ExportOptions): Promise<void> {
  const { logs, site: siteFile } = options
  if (file === undefined && logs === undefined && siteFile === undefined)
    throw new UsageError('Name a file for the pages, or one beside it: --logs <file>, --site <file>.')
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
  const pages = [...(options.page ?? []), ...(options.pages === undefined ? [] : titlesIn(options.pages))]
  const { namespace, category, subcategories, templates, uploads, contents, overwrite, hidden } = options
  const config = configFrom(options)
  const store = await openMigrated(config, { mustExist: true })
  try {
    const [unfinished] = await unfinishedImports.run(store)
    if (unfinished !== undefined) throw new UsageError(`The wiki is not whole yet. ${unfinished}.`)
    const progress = showProgress(process.stderr, options.json === undefined ? {} : { json: options.json })
    const { site } = await openTextWiki(store, config)
    const counts = await exportWiki(
      store,
      site,
      {
        history: !options.current,
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
    tell(counts, options.json ?? false, [file, logs, siteFile].includes('-'))
  } finally {
    await store.close()
  }
}

function titlesIn(file: string): string[] {
  const titles = readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
  if (titles.length === 0) throw new UsageError(`${file} names no page.`)
  return titles
}

/** Where the export itself goes to the standard output, what is to say goes elsewhere. */
function tell(counts: Counts, json: boolean, aside: boolean): void {
  const line = aside ? (text: string) => process.stderr.write(`${text}\n`) : say
  if (json) line(JSON.stringify(counts))
  else for (const text of summary(counts)) line(text)
}

function* summary(counts: Counts): Generator<string> {
  for (const [kind, { written, leftOut, remarks }] of Object.entries(counts)) {
    const all = Object.values(leftOut).reduce((sum, count) => sum + count, written)
    const parts = [
      ...[`${all} ${kind}`, `${written} written`],
      ...Object.entries(leftOut).map(([reason, count]) => `${count} left out: ${reason}`),
      ...Object.entries(remarks).map(([remark, count]) => `${count} written ${remark}`),
    ]
    yield parts.join(', ')
  }
}
