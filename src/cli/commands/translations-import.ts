import type { Command } from 'commander'
import type { Services } from '#core/services.ts'
import { withServices } from '#server/with-services.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

interface ImportOptions extends SiteOptions {
  readonly project: string
  readonly component: string
  readonly format: string
  readonly filemask: string
  readonly template?: string
  readonly sourceLanguage: string
}

export function translationsImport(parent: Command): void {
  siteOptions(
    parent
      .command('import')
      .argument('<folder>')
      .description('import translation files; run it again to import changes'),
  )
    .requiredOption('--project <slug>', 'project; created if missing')
    .requiredOption('--component <slug>', 'component; created if missing')
    .option('--format <id>', 'file format', 'po')
    .requiredOption('--filemask <mask>', "pattern of the file paths, with * for the language: 'po/*.po'")
    .option('--template <file>', 'file with the source texts (monolingual formats)')
    .option('--source-language <code>', 'language of the source texts', 'en')
    .action(run)
}

async function run(folder: string, { data, database, config, ...request }: ImportOptions): Promise<void> {
  const site: SiteOptions = { ...(data && { data }), ...(database && { database }), ...(config && { config }) }
  const importAll = async (services: Services) => {
    const [{ importFolder, ImportError }, { FormatError }] = await Promise.all([
      import('#translation/catalogue/import-folder.ts'),
      import('#translation/formats/index.ts'),
    ])
    try {
      let files = 0
      for await (const { code, path, added, changed, removed } of importFolder(services, { folder, ...request })) {
        files++
        say(`${code.padEnd(12)} ${path}: ${added} added, ${changed} changed, ${removed} removed`)
      }
      say(`Imported ${files} ${files === 1 ? 'file' : 'files'} into ${request.project}/${request.component}.`)
    } catch (error) {
      if (error instanceof ImportError || error instanceof FormatError) throw new UsageError(error.message)
      throw error
    }
  }
  await withServices(configFrom(site), importAll, { mayBeFirst: true })
}
