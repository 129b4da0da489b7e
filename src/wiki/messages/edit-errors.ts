/** Errors of edits; part of the catalogue. */
export const editErrors = {
  alreadyrolled:
    'Cannot rollback the last edit of [[:$1]] by [[User:$2|$2]] ([[User talk:$2|talk]] | [[Special:Contributions/$2|contribs]]).\nSomeone else has edited or rolled back the page already.\n\nThe last edit to the page was by [[User:$3|$3]] ([[User talk:$3|talk]] | [[Special:Contributions/$3|contribs]]).',
  cantrollback: {
    code: 'onlyauthor',
    text: 'Cannot revert the edit.\nThe last contributor is the only author of this page.',
  },
  notvisiblerev: 'The last revision by a different user has been deleted',
  'apierror-articleexists': 'The article you tried to create has been created already.',
  'apierror-badmd5': 'The supplied MD5 hash was incorrect.',
  'apierror-cantchangecontentmodel': "You don't have permission to change the content model of a page.",
  'apierror-contenttoobig':
    'The content you supplied exceeds the article size limit of $1 {{PLURAL:$1|kibibyte|kibibytes}}.',
  'apierror-edit-invalidredirect':
    'Cannot edit <kbd>$1</kbd> while following redirects, as target <kbd>$2</kbd> is not valid.',
  'apierror-invalidsection': 'The <var>section</var> parameter must be a valid section ID or <kbd>new</kbd>.',
  'apierror-no-direct-editing': 'Direct editing via API is not supported for content model $1 used by $2.',
  'apierror-pagecannotexist': "Namespace doesn't allow actual pages.",
  'apierror-pagedeleted': 'The page has been deleted since you fetched its timestamp.',
  'apierror-redirect-appendonly':
    'You have attempted to edit using the redirect-following mode, which must be used in conjunction with <kbd>section=new</kbd>, <var>prependtext</var>, or <var>appendtext</var>.',
  'apierror-revwrongpage': 'r$1 is not a revision of $2.',
  'apierror-writeapidenied': "You're not allowed to edit this wiki through the API.",
  'apierror-idempotency-malformed': {
    code: 'badidempotencykey',
    text: 'The <kbd>Idempotency-Key</kbd> header must be 8 to 200 visible ASCII characters.',
  },
  'apierror-idempotency-reused': {
    code: 'idempotencykeyreused',
    text: 'This <kbd>Idempotency-Key</kbd> was already used for a different request. Use a new key.',
  },
  'apierror-idempotency-unsupported': {
    code: 'idempotencyunsupported',
    text: 'The <kbd>$1</kbd> module does not support the <kbd>Idempotency-Key</kbd> header. Nothing was done; send the request without it.',
  },
  'action-editmywatchlist': 'edit your watchlist',
  'edit-conflict': { code: 'editconflict', text: 'Edit conflict.' },
  'invalid-json-data': 'Invalid JSON: $1',
  invalidtitle: 'Invalid title',
  'json-error-ctrl-char': 'Control character error, possibly incorrectly encoded',
  'json-error-depth': 'The maximum stack depth has been exceeded',
  'json-error-syntax': 'Syntax error',
  'json-error-utf16': 'Malformed UTF-16 characters, possibly incorrectly encoded',
  missingcommenttext: 'Please enter a comment.',
  'scribunto-console-invalid-title': {
    code: 'scribunto-console-invalid-title',
    text: 'The title of the module is invalid.',
  },
  'scribunto-console-too-large': {
    code: 'scribunto-console-too-large',
    text: 'This console session is too large. Clear the console history or reduce the size of the module.',
  },
  'apierror-discussiontools-commentid-notfound': {
    code: 'discussiontools-commentid-notfound',
    text: 'The comment with the ID <kbd>$1</kbd> is no longer on the page.',
  },
  'apierror-discussiontools-commentname-notfound': {
    code: 'discussiontools-commentname-notfound',
    text: 'The comment with the name <kbd>$1</kbd> is not on the page.',
  },
  'apierror-discussiontools-commentname-ambiguous': {
    code: 'discussiontools-commentname-ambiguous',
    text: 'Several comments have the name <kbd>$1</kbd>. Use <var>commentid</var> instead.',
  },
  'scribunto-line': 'at line $1',
  'scribunto-lua-error': 'Lua error: $2.',
  'scribunto-lua-error-location': 'Lua error $1: $2.',
  'tags-apply-no-permission': 'You do not have permission to apply change tags along with your changes.',
  'tags-apply-not-allowed-multi': {
    code: 'badtags',
    text: 'The following {{PLURAL:$2|tag is|tags are}} not allowed to be manually applied: $1',
  },
  'tags-apply-not-allowed-one': {
    code: 'badtags',
    text: 'The tag "$1" is not allowed to be manually applied.',
  },
  'undo-failure': {
    code: 'undofailure',
    text: 'The edit could not be undone due to conflicting intermediate edits.',
  },
} as const
