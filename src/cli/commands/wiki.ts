import type { Command } from 'commander'
import { wikiExportCommand } from './wiki-export.ts'
import { wikiImportCommand } from './wiki-import.ts'

export function wikiCommand(program: Command): void {
  const wiki = program.command('wiki').description('take over a wiki, or write one out')
  wikiImportCommand(wiki)
  wikiExportCommand(wiki)
}
