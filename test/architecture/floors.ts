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
  'src/accounts': ['consistency.ts', 'services.ts'],
  'src/server': ['run-server.ts', 'serve.ts', 'worker-main.ts', 'workers.ts'],
  'src/store': ['lock.ts', 'postgres', 'sqlite'],
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
  'src/wiki/actions/parse': [
    'categories-html.ts',
    'categories.ts',
    'page-to-parse.ts',
    'subject.ts',
    'text-to-parse.ts',
  ],
  'src/wiki/api': ['module.ts', 'query'],
  'src/wiki/import': ['context.ts', 'derive', 'pages', 'tables', 'wiki-site.ts'],
  'src/wiki/wikitext': ['anchors.ts', 'display-title.ts', 'expand', 'functions', 'harvest', 'html', 'output.ts'],
  'src/wiki/wikitext/expand': ['expander.ts', 'remember-call.ts', 'template-call.ts'],
  'src/wiki/wikitext/html': ['headings', 'images', 'inline.ts', 'links', 'rendering.ts', 'tags'],
  'src/wiki/wikitext/html/tags': ['cite', 'gallery', 'indicator.ts', 'render-tag.ts'],
  'src/wiki/wikitext/html/tidy': ['output-tree.ts', 'source.ts'],
}

/** Folders of files for tests that do not say so by their name (`testing.ts`, `testing-*.ts`, `testing/`). */
export const stillUnnamed: readonly string[] = ['src/translation/statistics/sequence/']
