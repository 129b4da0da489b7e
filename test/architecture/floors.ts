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
    ['core'],
    ['accounts'],
    ['events', 'languages'],
    ['html'],
    ['fields'],
    ['store', 'net', 'patterns'],
  ],
  'src/wiki': [
    ['part.ts'],
    ['pages'],
    ['actions', 'sample'],
    ['query'],
    ['api'],
    ['editing', 'import', 'export', 'notifications'],
    ['content'],
    ['diff', 'files'],
    ['wikitext', 'open-wiki.ts'],
    ['wiki.ts'],
    ['messages', 'php', 'recent-diffs.ts', 'recent-texts.ts', 'stashed-texts.ts', 'file-store.ts'],
    ['site'],
  ],
  'src/translation': [
    ['part.ts'],
    ['manage'],
    ['pages', 'api', 'sample'],
    ['backups', 'notifications', 'live'],
    ['addons', 'reports'],
    ['hooks'],
    ['repositories'],
    ['tasks', 'alerts'],
    ['declarations'],
    ['catalogue'],
    ['statistics', 'checks', 'formats', 'machinery'],
    ['values', 'outbound'],
  ],
}
