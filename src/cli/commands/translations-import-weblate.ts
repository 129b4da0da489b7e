import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { runImport } from '../import-run.ts'
import { type SiteOptions, siteOptions } from '../options.ts'
import { readArchive } from '../read-archive.ts'
import { UsageError } from '../usage-error.ts'

interface ImportOptions extends SiteOptions {
  readonly backup?: string
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
      .argument('[url]', 'address of the Weblate server')
      .description(
        'import projects, strings, people and teams from a Weblate server or a project backup; resumes after an interruption',
      ),
  )
    .option('--backup <file>', 'project backup of Weblate (zip) instead of a server')
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

async function run(url: string | undefined, options: ImportOptions): Promise<void> {
  if ((url === undefined) === (options.backup === undefined))
    throw new UsageError('Specify either the address of a server or --backup.')
  const { importWeblate, importBackup, SourceError } = await import('#translation/weblate-import/import-weblate.ts')
  const source =
    url === undefined
      ? { backup: backupFrom(options) }
      : { url, token: tokenFrom(options), network: options.network, projects: options.project ?? [] }
  await runImport(options, async (services, progress) => {
    try {
      return source.backup !== undefined
        ? await importBackup(services, source, progress)
        : await importWeblate(services, source, progress)
    } catch (error) {
      throw error instanceof SourceError ? new UsageError(error.message) : error
    }
  })
}

function backupFrom({ backup, token, tokenFile, project }: ImportOptions): Buffer {
  const given = Object.entries({ '--token': token, '--token-file': tokenFile, '--project': project })
  const unused = given.find(([, value]) => value !== undefined)
  if (unused !== undefined) throw new UsageError(`${unused[0]} cannot be used with --backup.`)
  return readArchive(backup!)
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
