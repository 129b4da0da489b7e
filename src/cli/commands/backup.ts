import type { Command } from 'commander'
import type { Config } from '#core/config.ts'
import { withServices } from '#server/with-services.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'

interface BackupOptions extends SiteOptions {
  readonly force?: boolean
}

export function backupCommands(program: Command): void {
  siteOptions(
    program
      .command('backup')
      .argument('<file>')
      .description('write the whole site into one SQLite file (uploads into FILE.files); it may run meanwhile'),
  )
    .option('--force', 'replace the file if it exists')
    .action(backup)

  siteOptions(
    program
      .command('restore')
      .argument('<file>')
      .description('bring a backup back, onto SQLite or PostgreSQL; stop the server first'),
  )
    .option('--force', 'replace what the site has now')
    .action(restore)
}

const things = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

async function backup(file: string, { force = false, ...options }: BackupOptions): Promise<void> {
  const { backUp } = await import('#store/backup/backup.ts')
  const config = configFrom(options)
  const { rows, files } = await backUp(config, file, { force })
  if (config.uploadStore !== null) say('Uploaded files are in their own store and not in the backup.')
  say(`Backed up ${things(rows, 'row', 'rows')} and ${things(files, 'file', 'files')} to ${file}.`)
}

async function restore(file: string, { force = false, ...options }: BackupOptions): Promise<void> {
  const { restore: bringBack } = await import('#store/backup/backup.ts')
  const config = configFrom(options)
  const { rows, files, lacksDerived } = await bringBack(file, config, { force })
  if (lacksDerived) await rebuildDerived(config)
  say(`Restored ${things(rows, 'row', 'rows')} and ${things(files, 'file', 'files')} from ${file}.`)
}

async function rebuildDerived(config: Config): Promise<void> {
  await withServices(config, async services => {
    for (const { name, rebuild } of services.derived) {
      say(`Making anew: ${name}.`)
      await rebuild(services)
    }
  })
}
