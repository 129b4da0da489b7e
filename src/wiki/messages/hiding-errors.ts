/** Errors of hiding parts of revisions, log entries and files; part of the catalogue. */
export const hidingErrors = {
  'action-deletelogentry': 'delete log entries',
  'action-deleterevision': 'delete revisions',
  'action-suppressrevision': 'review and undelete hidden revisions',
  'apierror-revdel-mutuallyexclusive': {
    code: 'badparams',
    text: 'The same field cannot be used in both <var>hide</var> and <var>show</var>.',
  },
  'apierror-revdel-needtarget': { code: 'needtarget', text: 'A target title is required for this RevDel type.' },
  'apierror-revdel-paramneeded': {
    code: 'badparams',
    text: 'At least one value is required for <var>hide</var> and/or <var>show</var>.',
  },
  'revdelete-concurrent-change':
    'Error modifying the item dated $2, $1: Its status appears to have been changed by someone else while you attempted to modify it.\nPlease check the logs.',
  'revdelete-hide-current': 'Error hiding the item dated $2, $1: This is the current revision.\nIt cannot be hidden.',
  'revdelete-modify-missing': 'Error modifying item ID $1: It is missing from the database!',
  'revdelete-modify-no-access':
    'Error modifying the item dated $2, $1: This item has been marked "restricted".\nYou do not have access to it.',
  'revdelete-no-change':
    '<strong>Warning:</strong> The item dated $2, $1 already had the requested visibility settings.',
  'revdelete-only-restricted':
    'Error hiding the item dated $2, $1: You cannot suppress items from view by administrators without also selecting one of the other visibility options.',
  'revdelete-show-no-access':
    'Error showing the item dated $2, $1: This item has been marked "restricted".\nYou do not have access to it.',
} as const
