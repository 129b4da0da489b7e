/** Errors of deletions, moves and similar actions; part of the catalogue. */
export const deletionErrors = {
  cannotdelete: 'The page or file "$1" could not be deleted.\nIt may have already been deleted by someone else.',
  'apierror-cantundelete':
    "Couldn't undelete: the requested revisions may not exist, or may have been undeleted already.",
  'undelete-no-results': 'No matching pages found in the deletion archive.',
  'undelete-missing-filearchive':
    'Unable to undelete file archive ID $1 because it is not in the database.\nIt may have already been undeleted.',
  undeleterevdel:
    'Undeletion will not be performed if it will result in the top page or file revision being partially deleted.\nIn such cases, you must uncheck or unhide the newest deleted revision.',
  'undeleterevision-duplicate-revid':
    '{{PLURAL:$1|One revision|$1 revisions}} could not be undeleted, because {{PLURAL:$1|its|their}} <code>rev_id</code> was already in use.',
  'undelete-error-associated-alreadytalk': 'Cannot undelete associated talk page of a talk page.',
  'undelete-error-associated-notdeleted': 'The associated talk page has no revisions that can be undeleted.',
  'delete-error-associated-alreadytalk': 'Cannot delete associated talk page of a talk page.',
  'delete-error-associated-doesnotexist': 'Cannot delete a non-existing associated talk page.',
  'apierror-nosuchrcid': 'There is no recent change with ID $1.',
  'apierror-notpatrollable': "The revision r$1 can't be patrolled as it's too old.",
  'markedaspatrollederror-noautopatrol': {
    code: 'noautopatrol',
    text: 'You are not allowed to mark your own changes as patrolled.',
  },
  'apierror-create-titleexists': "Existing titles can't be protected with <kbd>create</kbd>.",
  'apierror-invalidexpiry': 'Invalid expiry time "$1".',
  'apierror-missingtitle-createonly': 'Missing titles can only be protected with <kbd>create</kbd>.',
  'apierror-pastexpiry': 'Expiry time "$1" is in the past.',
  'apierror-protect-invalidaction': 'Invalid protection type "$1".',
  'apierror-protect-invalidlevel': 'Invalid protection level "$1".',
  'apierror-toofewexpiries':
    '$1 expiry {{PLURAL:$1|timestamp was|timestamps were}} provided where $2 {{PLURAL:$2|was|were}} needed.',
  articleexists:
    'A page already exists at [[:$1]], or the page name you have chosen is not valid.\nPlease choose another name.',
  redirectexists:
    'A redirect already exists at [[:$1]], and it cannot be deleted automatically.\nPlease choose another name.',
  'cantmove-titleprotected': {
    code: 'protectedtitle',
    text: 'You cannot move a page to this location because the new title has been protected from creation.',
  },
  'movepage-max-pages':
    'The maximum of $1 {{PLURAL:$1|page|pages}} has been moved and no more will be moved automatically.',
  'namespace-nosubpages': 'Namespace "$1" does not allow subpages.',
  'nonfile-cannot-move-to-file': 'Cannot move non-file to file namespace.',
  imagenocrossnamespace: { code: 'nonfilenamespace', text: 'Cannot move file to non-file namespace.' },
  selfmove: 'The title is the same;\ncannot move a page over itself.',
} as const
