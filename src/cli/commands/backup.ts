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
      .description('back up the whole site to one SQLite file, and uploads to FILE.files; the server may keep running'),
  )
    .option('--force', 'overwrite an existing file')
    .action(backup)

  siteOptions(
    program
      .command('restore')
      .argument('<file>')
      .description('restore a backup onto SQLite or PostgreSQL; stop the server first'),
  )
    .option('--force', 'overwrite the current site')
    .action(restore)
}

const counted = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

async function backup(file: string, { force = false, ...options }: BackupOptions): Promise<void> {
  const { backUp } = await import('#store/backup/backup.ts')
  const config = configFrom(options)
  const { rows, files } = await backUp(config, file, { force })
  if (config.uploadStore !== null) say('Uploaded files are in the upload store and are not part of the backup.')
  say(`Backed up ${counted(rows, 'row', 'rows')} and ${counted(files, 'file', 'files')} to ${file}.`)
}

async function restore(file: string, { force = false, ...options }: BackupOptions): Promise<void> {
  const { restore: restoreFrom } = await import('#store/backup/backup.ts')
  const config = configFrom(options)
  const { rows, files, lacksDerived } = await restoreFrom(file, config, { force })
  if (lacksDerived) await rebuildDerived(config)
  say(`Restored ${counted(rows, 'row', 'rows')} and ${counted(files, 'file', 'files')} from ${file}.`)
}

async function rebuildDerived(config: Config): Promise<void> {
  await withServices(config, async services => {
    for (const { name, rebuild } of services.derived) {
      say(`Rebuilding: ${name}.`)
      await rebuild(services)
    }
  })
}
