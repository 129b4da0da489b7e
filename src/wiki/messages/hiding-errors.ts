/** Errors of hiding parts of revisions, log entries and files; part of the catalogue. */
export const hidingErrors = {
  'action-deletelogentry': { code: 'action-deletelogentry', text: 'delete log entries' },
  'action-deleterevision': { code: 'action-deleterevision', text: 'delete revisions' },
  'action-suppressrevision': { code: 'action-suppressrevision', text: 'review and undelete hidden revisions' },
  'apierror-revdel-mutuallyexclusive': {
    code: 'badparams',
    text: 'The same field cannot be used in both <var>hide</var> and <var>show</var>.',
  },
  'apierror-revdel-needtarget': { code: 'needtarget', text: 'A target title is required for this RevDel type.' },
  'apierror-revdel-paramneeded': {
    code: 'badparams',
    text: 'At least one value is required for <var>hide</var> and/or <var>show</var>.',
  },
  'revdelete-concurrent-change': {
    code: 'revdelete-concurrent-change',
    text: 'Error modifying the item dated $2, $1: Its status appears to have been changed by someone else while you attempted to modify it.\nPlease check the logs.',
  },
  'revdelete-hide-current': {
    code: 'revdelete-hide-current',
    text: 'Error hiding the item dated $2, $1: This is the current revision.\nIt cannot be hidden.',
  },
  'revdelete-modify-missing': {
    code: 'revdelete-modify-missing',
    text: 'Error modifying item ID $1: It is missing from the database!',
  },
  'revdelete-modify-no-access': {
    code: 'revdelete-modify-no-access',
    text: 'Error modifying the item dated $2, $1: This item has been marked "restricted".\nYou do not have access to it.',
  },
  'revdelete-no-change': {
    code: 'revdelete-no-change',
    text: '<strong>Warning:</strong> The item dated $2, $1 already had the requested visibility settings.',
  },
  'revdelete-only-restricted': {
    code: 'revdelete-only-restricted',
    text: 'Error hiding the item dated $2, $1: You cannot suppress items from view by administrators without also selecting one of the other visibility options.',
  },
  'revdelete-show-no-access': {
    code: 'revdelete-show-no-access',
    text: 'Error showing the item dated $2, $1: This item has been marked "restricted".\nYou do not have access to it.',
  },
} as const
