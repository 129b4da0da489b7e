import type { Command } from 'commander'
import { translationsExport } from './translations-export.ts'
import { translationsImport } from './translations-import.ts'
import { translationsImportArchive } from './translations-import-archive.ts'
import { translationsImportWeblate } from './translations-import-weblate.ts'
import { translationsRecheck } from './translations-recheck.ts'

export function translationsCommand(program: Command): void {
  const translations = program.command('translations').description('import, export and check translations')
  translationsImport(translations)
  translationsImportWeblate(translations)
  translationsImportArchive(translations, 'crowdin', 'Crowdin')
  translationsImportArchive(translations, 'transifex', 'Transifex')
  translationsExport(translations)
  translationsRecheck(translations)
}
