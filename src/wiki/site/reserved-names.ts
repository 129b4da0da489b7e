/** User names reserved for MediaWiki's own scripts. */
const RESERVED: ReadonlySet<string> = new Set([
  'Command line script',
  'Conversion script',
  'DNSBL',
  'Delete page script',
  'Maintenance script',
  'MediaWiki automatic change',
  'MediaWiki default',
  'MediaWiki spam cleanup',
  'Move page script',
  'Proxy blocker',
  'Redirect fixer',
  'ScriptImporter',
  'System messenger',
  'Template namespace initialisation script',
  'Unknown user',
])

export const isReservedName = (name: string): boolean => RESERVED.has(name)
