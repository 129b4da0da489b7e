/** Following what changes in the wiki, as far as MediaWiki has no message for it. */
export const following = {
  'following.compare_from': 'Compare from {{time}}',
  'following.compare_to': 'Compare to {{time}}',
  'following.ways': 'Ways to compare',
  'following.two_columns': 'Two columns',
  'following.inline': 'One column',
  'following.visual': 'As it reads',
  'following.live': 'live',
  'following.news': 'New changes appear here as they happen.',
  'following.every_change': 'Every change, not only the last one',
  'following.edits': { one: '{{count}} change', other: '{{count}} changes' },
  'following.since': 'here since',
  'following.range_too_wide':
    'The range is too wide to be looked through: /8 or narrower for IPv4, /16 or narrower for IPv6.',
  'following.name_begins': 'Name begins with:',
  'following.sort': 'Sort by:',
  'following.file': 'file',
  'following.came': { one: '{{count}} new change', other: '{{count}} new changes' },
  'following.key_move': 'to the next change or the one before',
  'following.key_diff': 'compare',
  'following.key_patrol': 'mark as checked',
} as const
