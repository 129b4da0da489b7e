import type { Command } from 'commander'
import { wikiExportCommand } from './wiki-export.ts'
import { wikiImportCommand } from './wiki-import.ts'

export function wikiCommand(program: Command): void {
  const wiki = program.command('wiki').description('import or export a wiki')
  wikiImportCommand(wiki)
  wikiExportCommand(wiki)
}
