/**
 * MediaWiki's tables, referenced ones first. A folder of per-table dumps is read
 * in this order; unlisted tables come last, by name.
 */
const order = [
  ...[
    'site_identifiers',
    'sites',
    'interwiki',
    'content_models',
    'slot_roles',
    'collation',
    'change_tag_def',
    'filetypes',
  ],
  ...['user', 'user_properties', 'user_groups', 'user_former_groups', 'bot_passwords', 'user_newtalk'],
  ...['actor', 'comment', 'text', 'content', 'slots'],
  ...[
    'page',
    'page_restrictions',
    'page_props',
    'revision_comment_temp',
    'revision_actor_temp',
    'revision',
    'ip_changes',
  ],
  ...['archive', 'redirect', 'linktarget', 'category', 'categorylinks'],
  ...['pagelinks', 'templatelinks', 'imagelinks', 'externallinks', 'iwlinks', 'langlinks'],
  ...['image', 'oldimage', 'filearchive', 'uploadstash'],
  ...['ipblocks', 'block_target', 'block', 'ipblocks_restrictions', 'protected_titles'],
  ...['logging', 'log_search', 'recentchanges', 'change_tag', 'watchlist', 'watchlist_expiry'],
  ...['querycache', 'querycachetwo', 'querycache_info', 'site_stats'],
]

const ranks = new Map(order.map((name, index) => [name, index]))

/** Position of a table in the reading order. */
export const tableRank = (name: string): number => ranks.get(name) ?? order.length
