/**
 * The house from top to bottom. An entry of a folder imports only from floors below its own: not from its neighbours, not
 * from above. Each line is one floor.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  src: [
    ['cli'],
    ['server'],
    ['bridge'],
    ['wiki', 'translation'],
    ['accounts'],
    ['events', 'languages'],
    ['store', 'web'],
  ],
  'src/wiki': [
    ['part.ts'],
    ['actions', 'reading', 'sample'],
    ['query'],
    ['api'],
    ['editing', 'import'],
    ['content'],
    ['diff', 'files'],
    ['wikitext', 'open-wiki.ts'],
    ['wiki.ts'],
    ['messages', 'php'],
    ['site'],
  ],
}

/**
 * Entries that still hang together in a circle, by folder. What has been untied is taken off; nothing is added.
 */
export const stillTied: Readonly<Record<string, readonly string[]>> = {
  'src/translation': [
    'addons',
    'api',
    'backups',
    'catalogue',
    'notifications',
    'pages',
    'reports',
    'statistics',
    'tasks',
  ],
  'src/translation/api': ['call.ts', 'resource.ts'],
  'src/translation/api/fields': ['kinds.ts', 'read.ts'],
  'src/translation/api/renderers': ['browsable.ts', 'form.ts'],
  'src/translation/backups': ['restore-backup.ts', 'restore-units.ts'],
  'src/translation/catalogue': [
    'edit-units.ts',
    'enforced-checks.ts',
    'glossary.ts',
    'insert-units.ts',
    'lock-unit.ts',
    'memory.ts',
    'read-only.ts',
    'translations.ts',
    'unit-checks.ts',
    'units-in-portions.ts',
    'units.ts',
  ],
  'src/translation/checks': ['check.ts', 'flag-parameters.ts', 'lookup.ts', 'pattern.ts'],
  'src/translation/formats': ['export', 'xlsx'],
  'src/translation/formats/csv': ['csv.ts', 'edit.ts'],
  'src/translation/formats/ruby-yaml': ['edit.ts', 'insert.ts'],
  'src/translation/pages': ['component-page.ts', 'language-pages.ts', 'pages.ts', 'project-pages.ts'],
  'src/translation/statistics': ['newest-change.ts', 'totals.ts'],
  'src/wiki/api': ['module.ts', 'query'],
}

/** Folders of files for tests that do not say so by their name (`testing.ts`, `testing-*.ts`, `testing/`). */
export const stillUnnamed: readonly string[] = ['src/translation/statistics/sequence/']
