import type { Command } from 'commander'
import { wikiImportCommand } from './wiki-import.ts'

export function wikiCommand(program: Command): void {
  const wiki = program.command('wiki').description('take over a wiki')
  wikiImportCommand(wiki)
}
