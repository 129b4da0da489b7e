import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Command } from 'commander'
import { withServices } from '#server/with-services.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

interface ExportOptions extends SiteOptions {
  readonly project: string
  readonly component?: string
  readonly language?: string
}

export function translationsExport(parent: Command): void {
  siteOptions(parent.command('export').argument('<folder>').description('export translation files to a folder'))
    .requiredOption('--project <slug>', 'project to export')
    .option('--component <slug>', 'only this component')
    .option('--language <code>', 'only this language')
    .action(run)
}

async function run(folder: string, options: ExportOptions): Promise<void> {
  await withServices(configFrom(options), async ({ store }) => {
    const { exportProject } = await import('#translation/catalogue/export-project.ts')
    let files = 0
    for await (const file of exportProject(store.read, options)) {
      const target = path.join(folder, ...file.path.split('/'))
      mkdirSync(path.dirname(target), { recursive: true })
      writeFileSync(target, file.content)
      files++
    }
    if (files === 0) throw new UsageError('Nothing to export: no project, component or language matches.')
    say(`Exported ${files} ${files === 1 ? 'file' : 'files'} to ${folder}.`)
  })
}
