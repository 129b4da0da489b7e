import type { Command } from 'commander'
import type { ImportedTables } from '#wiki/import/conversion-tables/import-tables.ts'
import { configFrom, type SiteOptions, siteOptions } from '../options.ts'
import { say } from '../say.ts'

type Options = SiteOptions & { readonly json?: boolean }

export function wikiImportConversionTablesCommand(wiki: Command): void {
  siteOptions(
    wiki
      .command('import-conversion-tables')
      .argument('<path>', 'folder of a MediaWiki, or its ZhConversion.php')
      .description('import the tables that convert Chinese and Gan between variants; replaces those before'),
  )
    .option('--json', 'print the result as JSON')
    .action(run)
}

async function run(from: string, options: Options): Promise<void> {
  const [{ importConversionTables }, { openMigrated }, { clockOf }] = await Promise.all([
    import('#wiki/import/conversion-tables/import-tables.ts'),
    import('#server/open-database.ts'),
    import('#server/clock-of.ts'),
  ])
  const config = configFrom(options)
  const store = await openMigrated(config)
  try {
    const imported = await importConversionTables(store, clockOf(config), from)
    if (options.json) say(JSON.stringify(imported))
    else for (const line of summaryLines(imported)) say(line)
  } finally {
    await store.close()
  }
}

function* summaryLines({ file, tables }: ImportedTables): Generator<string> {
  yield `${file}:`
  for (const { table, read, stored, skipped, added, changed, unchanged, removed } of tables) {
    const reasons = Object.entries(skipped).map(([reason, count]) => `${count} skipped: ${reason}`)
    yield `  ${table}: ${[`${read} read`, `${stored} stored (${added} new, ${changed} changed, ${unchanged} unchanged)`, ...reasons, `${removed} removed`].join(', ')}`
  }
  const isSame = tables.every(({ added, changed, removed }) => added + changed + removed === 0)
  yield isSame ? 'The tables were already imported.' : 'Chinese and Gan are converted with these tables from now on.'
}
