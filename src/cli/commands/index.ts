import type { Command } from 'commander'
import { auditCommand } from './audit.ts'
import { backupCommands } from './backup.ts'
import { dbCommand } from './db.ts'
import { mailCommand } from './mail.ts'
import { serveCommand } from './serve.ts'
import { translationsCommand } from './translations.ts'
import { usersCommand } from './users.ts'
import { wikiCommand } from './wiki.ts'

/** Each function adds one command. Its dependencies are loaded only when it runs. */
export const commands: readonly ((program: Command) => void)[] = [
  serveCommand,
  usersCommand,
  dbCommand,
  backupCommands,
  wikiCommand,
  translationsCommand,
  mailCommand,
  auditCommand,
]
