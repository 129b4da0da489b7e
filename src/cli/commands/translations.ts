import type { Command } from 'commander'
import { translationsExport } from './translations-export.ts'
import { translationsImport } from './translations-import.ts'

export function translationsCommand(program: Command): void {
  const translations = program.command('translations').description('import and export translation files')
  translationsImport(translations)
  translationsExport(translations)
}
