import type { Command } from 'commander'
import type { Services } from '#core/services.ts'
import { withServices } from '#server/with-services.ts'
import type { Plan, Platform } from '#translation/archive-import/import-archive.ts'
import { runImport } from '../import-run.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { readArchive } from '../read-archive.ts'
import { say } from '../say.ts'
import { UsageError } from '../usage-error.ts'

interface ImportOptions extends SiteOptions {
  readonly project: string
  readonly sourceLanguage?: string
  readonly dryRun?: boolean
  readonly json?: boolean
}

export function translationsImportArchive(parent: Command, platform: Platform, name: string): void {
  siteOptions(
    parent
      .command(`import-${platform}`)
      .argument('<file>', `export archive of ${name} (zip)`)
      .description(`import files, memories and glossaries from an export of ${name}; resumes after an interruption`),
  )
    .requiredOption('--project <slug>', 'project; created if missing')
    .option('--source-language <code>', 'language of the source texts (default: from the configuration, or en)')
    .option('--dry-run', 'only list what would be created')
    .option('--json', 'print progress and summary as JSON lines')
    .action((file: string, options: ImportOptions) => run(platform, file, options))
}

async function run(platform: Platform, file: string, options: ImportOptions): Promise<void> {
  const { project, sourceLanguage } = options
  const request = { platform, archive: readArchive(file), project, sourceLanguage }
  const { importArchive, planImport, ArchiveError } = await import('#translation/archive-import/import-archive.ts')
  const reported = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task()
    } catch (error) {
      throw error instanceof ArchiveError ? new UsageError(error.message) : error
    }
  }
  if (!options.dryRun)
    return runImport(options, (services, progress) => reported(() => importArchive(services, request, progress)))
  const show = async (services: Services) => {
    const { plan } = await reported(() => planImport(services, request))
    if (options.json) say(JSON.stringify(plan))
    else for (const line of planLines(plan, project)) say(line)
  }
  await withServices(configFrom(options), show, { mayBeFirst: true })
}

function* planLines(plan: Plan, project: string): Generator<string> {
  yield `Would import into the project ${project}, source language ${plan.sourceLanguage.code}:`
  for (const { slug, format, filemask, template, files } of plan.components) {
    yield `  component ${slug} (${format}): ${filemask}${template === '' ? '' : `, source ${template}`}`
    for (const { path, language, strings } of files) yield `    ${language}: ${path}, ${strings} strings`
  }
  for (const name of plan.states) yield `  states: ${name}`
  for (const name of plan.glossaries) yield `  glossary: ${name}`
  for (const name of plan.memories) yield `  translation memory: ${name}`
  if (plan.hasApproved) yield '  reviews: on, because translations are approved'
  const left = [...plan.skipped.map(each => each.why), ...plan.notes]
  if (left.length > 0) yield 'Not imported:'
  for (const each of left) yield `  ${each}`
}
