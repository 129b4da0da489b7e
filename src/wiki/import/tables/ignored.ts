/** Tables that are skipped, and why. Tables of extensions and other unknown ones are counted as "not known". */
export const ignored: ReadonlyMap<string, string> = new Map([
  ['searchindex', 'our own search index is built from the texts'],
  ['objectcache', 'a cache'],
  ['l10n_cache', 'a cache'],
  ['module_deps', 'a cache'],
  ['job', 'work that MediaWiki had still to do'],
  ['updatelog', 'notes of MediaWiki’s updater'],
  ['user_autocreate_serial', 'counters for temporary accounts'],
  ['sites', 'settings that siteinfo brings'],
  ['site_identifiers', 'settings that siteinfo brings'],
  ['filetypes', 'the tables "image" and "oldimage" say the same'],
  ['file', 'the tables "image" and "oldimage" say the same'],
  ['filerevision', 'the tables "image" and "oldimage" say the same'],
])

export const NOT_KNOWN = 'a table that is not known, perhaps of an extension'
