/** Errors of deletions, moves and similar actions; part of the catalogue. */
export const deletionErrors = {
  cannotdelete: {
    code: 'cannotdelete',
    text: 'The page or file "$1" could not be deleted.\nIt may have already been deleted by someone else.',
  },
  'apierror-cantundelete': {
    code: 'cantundelete',
    text: "Couldn't undelete: the requested revisions may not exist, or may have been undeleted already.",
  },
  'undelete-no-results': {
    code: 'undelete-no-results',
    text: 'No matching pages found in the deletion archive.',
  },
  'undelete-missing-filearchive': {
    code: 'undelete-missing-filearchive',
    text: 'Unable to undelete file archive ID $1 because it is not in the database.\nIt may have already been undeleted.',
  },
  undeleterevdel: {
    code: 'undeleterevdel',
    text: 'Undeletion will not be performed if it will result in the top page or file revision being partially deleted.\nIn such cases, you must uncheck or unhide the newest deleted revision.',
  },
  'undeleterevision-duplicate-revid': {
    code: 'undeleterevision-duplicate-revid',
    text: '{{PLURAL:$1|One revision|$1 revisions}} could not be undeleted, because {{PLURAL:$1|its|their}} <code>rev_id</code> was already in use.',
  },
  'undelete-error-associated-alreadytalk': {
    code: 'undelete-error-associated-alreadytalk',
    text: 'Cannot undelete associated talk page of a talk page.',
  },
  'undelete-error-associated-notdeleted': {
    code: 'undelete-error-associated-notdeleted',
    text: 'The associated talk page has no revisions that can be undeleted.',
  },
  'delete-error-associated-alreadytalk': {
    code: 'delete-error-associated-alreadytalk',
    text: 'Cannot delete associated talk page of a talk page.',
  },
  'delete-error-associated-doesnotexist': {
    code: 'delete-error-associated-doesnotexist',
    text: 'Cannot delete a non-existing associated talk page.',
  },
  'apierror-nosuchrcid': { code: 'nosuchrcid', text: 'There is no recent change with ID $1.' },
  'apierror-notpatrollable': { code: 'notpatrollable', text: "The revision r$1 can't be patrolled as it's too old." },
  'markedaspatrollederror-noautopatrol': {
    code: 'noautopatrol',
    text: 'You are not allowed to mark your own changes as patrolled.',
  },
  'apierror-create-titleexists': {
    code: 'create-titleexists',
    text: "Existing titles can't be protected with <kbd>create</kbd>.",
  },
  'apierror-invalidexpiry': { code: 'invalidexpiry', text: 'Invalid expiry time "$1".' },
  'apierror-missingtitle-createonly': {
    code: 'missingtitle-createonly',
    text: 'Missing titles can only be protected with <kbd>create</kbd>.',
  },
  'apierror-pastexpiry': { code: 'pastexpiry', text: 'Expiry time "$1" is in the past.' },
  'apierror-protect-invalidaction': { code: 'protect-invalidaction', text: 'Invalid protection type "$1".' },
  'apierror-protect-invalidlevel': { code: 'protect-invalidlevel', text: 'Invalid protection level "$1".' },
  'apierror-toofewexpiries': {
    code: 'toofewexpiries',
    text: '$1 expiry {{PLURAL:$1|timestamp was|timestamps were}} provided where $2 {{PLURAL:$2|was|were}} needed.',
  },
  articleexists: {
    code: 'articleexists',
    text: 'A page already exists at [[:$1]], or the page name you have chosen is not valid.\nPlease choose another name.',
  },
  redirectexists: {
    code: 'redirectexists',
    text: 'A redirect already exists at [[:$1]], and it cannot be deleted automatically.\nPlease choose another name.',
  },
  'cantmove-titleprotected': {
    code: 'protectedtitle',
    text: 'You cannot move a page to this location because the new title has been protected from creation.',
  },
  'movepage-max-pages': {
    code: 'movepage-max-pages',
    text: 'The maximum of $1 {{PLURAL:$1|page|pages}} has been moved and no more will be moved automatically.',
  },
  'namespace-nosubpages': { code: 'namespace-nosubpages', text: 'Namespace "$1" does not allow subpages.' },
  'nonfile-cannot-move-to-file': {
    code: 'nonfile-cannot-move-to-file',
    text: 'Cannot move non-file to file namespace.',
  },
  imagenocrossnamespace: { code: 'nonfilenamespace', text: 'Cannot move file to non-file namespace.' },
  selfmove: { code: 'selfmove', text: 'The title is the same;\ncannot move a page over itself.' },
} as const
