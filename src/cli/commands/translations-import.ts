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
      .description('import translation files; run it again to bring in what changed'),
  )
    .requiredOption('--project <slug>', 'project; created when it does not exist')
    .requiredOption('--component <slug>', 'component; created when it does not exist')
    .option('--format <id>', 'file format', 'po')
    .requiredOption('--filemask <mask>', "where the files are, with a star for the language: 'po/*.po'")
    .option('--template <file>', 'monolingual formats: the file with the source texts')
    .option('--source-language <code>', 'language of the source texts', 'en')
    .action(run)
}

async function run(folder: string, { data, database, config, ...wish }: ImportOptions): Promise<void> {
  const site: SiteOptions = { ...(data && { data }), ...(database && { database }), ...(config && { config }) }
  const importAll = async (services: Services) => {
    const [{ importFolder, ImportError }, { FormatError }] = await Promise.all([
      import('#translation/catalogue/import-folder.ts'),
      import('#translation/formats/index.ts'),
    ])
    try {
      let files = 0
      for await (const { code, path, added, changed, removed } of importFolder(services, { folder, ...wish })) {
        files++
        say(`${code.padEnd(12)} ${path}: ${added} added, ${changed} changed, ${removed} removed`)
      }
      say(`${files} files imported into ${wish.project}/${wish.component}.`)
    } catch (error) {
      if (error instanceof ImportError || error instanceof FormatError) throw new UsageError(error.message)
      throw error
    }
  }
  await withServices(configFrom(site), importAll, { mayBeFirst: true })
}
