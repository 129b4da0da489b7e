/** Errors of the spam and title blacklists; part of the catalogue. */
export const blockedListErrors = {
  hookaborted: 'The modification you tried to make was aborted by an extension.',
  'spam-blacklisted-link': {
    code: 'spamblacklist',
    text: 'The text you wanted to publish was blocked by the spam filter.\nThis is probably caused by a link to a forbidden external site.\nThe following text is what triggered our spam filter: $1',
  },
  'titleblacklist-forbidden-edit':
    'The title "$2" has been banned from creation.\nIt matches the following disallowed titles list entry: <code>$1</code>',
  'titleblacklist-forbidden-move':
    '"$2" cannot be moved to "$3", because the title "$3" has been banned from creation.\nIt matches the following disallowed titles list entry: <code>$1</code>',
  'titleblacklist-forbidden-new-account':
    'The username "$2" has been banned from creation.\nIt matches the following disallowed titles list entry: <code>$1</code>',
  'titleblacklist-forbidden-upload':
    'The filename "$2" has been banned from creation.\nIt matches the following disallowed titles list entry: <code>$1</code>',
} as const
