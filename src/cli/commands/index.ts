import type { Command } from 'commander'
import { backupCommands } from './backup.ts'
import { dbCommand } from './db.ts'
import { mailCommand } from './mail.ts'
import { serveCommand } from './serve.ts'
import { translationsCommand } from './translations.ts'
import { usersCommand } from './users.ts'
import { wikiCommand } from './wiki.ts'

/** Each adds its command; what a command needs to run is loaded when it runs. */
export const commands: readonly ((program: Command) => void)[] = [
  serveCommand,
  usersCommand,
  dbCommand,
  backupCommands,
  wikiCommand,
  translationsCommand,
  mailCommand,
]
