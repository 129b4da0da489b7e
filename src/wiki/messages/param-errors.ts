/** Errors of parameter values; part of the catalogue. */
export const paramErrors = {
  'paramvalidator-badbool': {
    code: 'badbool',
    text: 'Invalid value "$2" for boolean parameter "$1". Pass $3 for true, or $5 for false.',
  },
  'paramvalidator-emptystring': { code: 'emptystring', text: 'the empty string' },
  'paramvalidator-badinteger': { code: 'badinteger', text: 'Invalid value "$2" for integer parameter "$1".' },
  'paramvalidator-badtimestamp': { code: 'badtimestamp', text: 'Invalid value "$2" for timestamp parameter "$1".' },
  'paramvalidator-badtitle': {
    code: 'badtitle',
    text: 'Invalid value "$2" for title parameter <var>$1</var>: not a valid title string.',
  },
  'paramvalidator-missingtitle': {
    code: 'missingtitle',
    text: 'Invalid value "$2" for title parameter <var>$1</var>: the page does not exist.',
  },
  'paramvalidator-baduser': { code: 'baduser', text: 'Invalid value "$2" for user parameter <var>$1</var>.' },
  'paramvalidator-badvalue-enumnotmulti': { code: 'badvalue', text: 'Unrecognized value for parameter "$1": $2.' },
  'paramvalidator-badvalue-enummulti': {
    code: 'badvalue',
    text: 'Invalid value "$2" for parameter "$1". {{PLURAL:$4|Only "$3" is allowed.|Allowed values are $3.}}',
  },
  'paramvalidator-badexpiry': { code: 'badexpiry', text: 'Invalid value "$2" for expiry parameter "$1".' },
  'paramvalidator-badexpiry-past': {
    code: 'badexpiry-past',
    text: 'Value "$2" for expiry parameter "$1" is in the past.',
  },
  'paramvalidator-badexpiry-duration-max':
    'Given value "$2" for parameter <var>$1</var> exceeds the maximum of "$3". Using maximum instead.',
  'paramvalidator-badupload-notupload': {
    code: 'badupload',
    text: 'File upload parameter "$1" is not a file upload; be sure to use multipart/form-data for your POST and include a filename in the Content-Disposition header.',
  },
  'paramvalidator-missingparam': { code: 'missingparam', text: 'The "$1" parameter must be set.' },
  'paramvalidator-notmulti': {
    code: 'badvalue',
    text: 'Parameter "$1" accepts only a single value. U+001F multi-value separation may only be used for multi-valued parameters.',
  },
  'paramvalidator-maxbytes': {
    code: 'maxbytes',
    text: 'The value for parameter "$1" cannot be longer than $3 {{PLURAL:$3|byte|bytes}} (was $4).',
  },
  'paramvalidator-outofrange-max': {
    code: 'outofrange',
    text: 'The value "$2" for parameter "$1" must be no greater than $4.',
  },
  'paramvalidator-outofrange-min': {
    code: 'outofrange',
    text: 'The value "$2" for parameter "$1" must be no less than $3.',
  },
  'paramvalidator-outofrange-minmax': {
    code: 'outofrange',
    text: 'The value "$2" for parameter "$1" must be between $3 and $4.',
  },
  'paramvalidator-param-deprecated': { code: 'deprecation', text: 'The parameter "$1" has been deprecated.' },
  'paramvalidator-deprecated-value': {
    code: 'deprecation',
    text: 'The value "$2" to parameter "$1" has been deprecated.',
  },
  'paramvalidator-toomanyvalues': {
    code: 'toomanyvalues',
    text: 'Too many values supplied for parameter "$1". The limit is $2.',
  },
  'paramvalidator-unclearnowtimestamp': {
    code: 'unclearnowtimestamp',
    text: 'Passing "$2" for timestamp parameter "$1" has been deprecated. If for some reason you need to explicitly specify the current time without calculating it client-side, use "now".',
  },
  'paramvalidator-unrecognizedvalues': {
    code: 'unrecognizedvalues',
    text: 'Unrecognized {{PLURAL:$4|value|values}} for parameter "$1": $3',
  },
} as const
