/**
 * The house from top to bottom. An entry of a folder imports only from floors below its own: not from its neighbours, not
 * from above. Each line is one floor.
 */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  src: [
    ['cli'],
    ['server'],
    ['pages'],
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
    ['messages', 'php', 'recent-texts.ts'],
    ['site'],
  ],
  'src/translation': [
    ['part.ts'],
    ['manage'],
    ['pages', 'api', 'sample'],
    ['backups', 'notifications'],
    ['addons', 'reports', 'live'],
    ['tasks', 'hooks'],
    ['catalogue'],
    ['statistics', 'checks', 'formats', 'fields', 'machinery'],
    ['values'],
  ],
}
