/**
 * The layers from top to bottom, one per line. An entry of a folder may import only from lower layers, not from its own
 * layer or from higher ones.
 */
export const layers: Readonly<Record<string, readonly (readonly string[])[]>> = {
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
    ['cache'],
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
    ['open-wiki.ts'],
    ['wikitext'],
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
