/** Errors of the spam and title blacklists; part of the catalogue. */
export const blockedListErrors = {
  hookaborted: { code: 'hookaborted', text: 'The modification you tried to make was aborted by an extension.' },
  'spam-blacklisted-link': {
    code: 'spamblacklist',
    text: 'The text you wanted to publish was blocked by the spam filter.\nThis is probably caused by a link to a forbidden external site.\nThe following text is what triggered our spam filter: $1',
  },
  'titleblacklist-forbidden-edit': {
    code: 'titleblacklist-forbidden-edit',
    text: 'The title "$2" has been banned from creation.\nIt matches the following disallowed titles list entry: <code>$1</code>',
  },
  'titleblacklist-forbidden-move': {
    code: 'titleblacklist-forbidden-move',
    text: '"$2" cannot be moved to "$3", because the title "$3" has been banned from creation.\nIt matches the following disallowed titles list entry: <code>$1</code>',
  },
  'titleblacklist-forbidden-new-account': {
    code: 'titleblacklist-forbidden-new-account',
    text: 'The username "$2" has been banned from creation.\nIt matches the following disallowed titles list entry: <code>$1</code>',
  },
  'titleblacklist-forbidden-upload': {
    code: 'titleblacklist-forbidden-upload',
    text: 'The filename "$2" has been banned from creation.\nIt matches the following disallowed titles list entry: <code>$1</code>',
  },
} as const
