import type { Command } from 'commander'
import { wikiExportCommand } from './wiki-export.ts'
import { wikiImportCommand } from './wiki-import.ts'
import { wikiImportConversionTablesCommand } from './wiki-import-conversion-tables.ts'

export function wikiCommand(program: Command): void {
  const wiki = program.command('wiki').description('import or export a wiki')
  wikiImportCommand(wiki)
  wikiImportConversionTablesCommand(wiki)
  wikiExportCommand(wiki)
}
