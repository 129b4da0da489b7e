/** Errors of MediaWiki's REST API (`rest.php`). */
export const restErrors = {
  'rest-wrong-method':
    'The request method ($1) was not {{PLURAL:$3|the allowed method for this path|one of the allowed methods for this path}} ($2)',
  'rest-no-match': 'The requested relative path ($1) did not match any known handler',
  'rest-nonexistent-title': 'The specified title ($1) does not exist',
  'rest-nonexistent-title-revision': 'The specified revision ($1) does not exist for the specified page ($2)',
  'rest-nonexistent-revision': 'The specified revision ($1) does not exist',
  'rest-permission-denied-revision': "User doesn't have access to the requested revision ($1).",
  'rest-resource-limit-exceeded': 'Resources limits exceeded processing the request.',
  'rest-pagehistory-incompatible-params': 'Parameters "older_than" and "newer_than" cannot both be specified',
  'rest-pagehistory-param-range-error': 'Revision id must be greater than 0',
  'rest-pagehistorycount-parameters-invalid': 'The specified combination of parameters is not supported.',
  'rest-compare-page-mismatch': 'The specified revisions belong to different pages; refusing to compare them.',
  'rest-compare-nonexistent': 'The revision specified by the $1 parameter does not exist.',
  'rest-compare-inaccessible': 'The revision specified by the $1 parameter is not publicly accessible.',
  'rest-no-revision': 'Unable to retrieve revision for title $1',
  'rest-media-too-many-links': 'Too many media links found on title $1 ($2 allowed)',
  'rest-bad-json-body': 'Bad request body, must be a JSON object.',
  'rest-json-body-parse-error': 'Parsing request body as JSON failed: $1',
  'rest-missing-body-field': 'Mandatory field "$1" missing from request body.',
  'rest-bad-content-model': 'Bad content model: $1',
  'rest-update-cannot-create-page':
    'The page "$1" cannot be created since it already exists. To update the existing page, provide the base revision ID in the structure under "latest" key in the request body.',
  'rest-cannot-load-file': 'The file for title "$1" cannot be loaded.',
} as const
