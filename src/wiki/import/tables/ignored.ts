/** Tables that are skipped, and why. Tables of extensions and other unknown ones are counted as unknown. */
export const ignored: ReadonlyMap<string, string> = new Map([
  ['searchindex', 'our own search index is built from the texts'],
  ['objectcache', 'a cache'],
  ['l10n_cache', 'a cache'],
  ['module_deps', 'a cache'],
  ['job', 'pending jobs of MediaWiki'],
  ['updatelog', 'notes of MediaWiki’s updater'],
  ['user_autocreate_serial', 'counters for temporary accounts'],
  ['sites', 'settings that siteinfo contains'],
  ['site_identifiers', 'settings that siteinfo contains'],
  ['filetypes', 'the tables "image" and "oldimage" contain the same'],
  ['file', 'the tables "image" and "oldimage" contain the same'],
  ['filerevision', 'the tables "image" and "oldimage" contain the same'],
])

export const NOT_KNOWN = 'an unknown table, perhaps from an extension'
