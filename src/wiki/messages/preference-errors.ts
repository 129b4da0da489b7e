/** Errors of preferences; part of the catalogue. */
export const preferenceErrors = {
  'action-editmyoptions': { code: 'action-editmyoptions', text: 'edit your preferences' },
  'apierror-nochanges': { code: 'nochanges', text: 'No changes were requested.' },
  'apiwarn-validationfailed': { code: 'validationfailed', text: 'Validation error for <kbd>$1</kbd>: $2' },
  'apiwarn-validationfailed-badchars': {
    code: 'validationfailed-badchars',
    text: 'invalid characters in key (only <code>a-z</code>, <code>A-Z</code>, <code>0-9</code>, <code>_</code>, and <code>-</code> are allowed).',
  },
  'apiwarn-validationfailed-badpref': { code: 'validationfailed-badpref', text: 'not a valid preference.' },
  'apiwarn-validationfailed-cannotset': {
    code: 'validationfailed-cannotset',
    text: 'cannot be set by this module.',
  },
  'apiwarn-validationfailed-keytoolong': {
    code: 'validationfailed-keytoolong',
    text: 'key too long (no more than $1 bytes allowed).',
  },
  'apiwarn-validationfailed-valuetoolong': {
    code: 'validationfailed-valuetoolong',
    text: 'value too long (no more than $1 bytes allowed).',
  },
  badsig: { code: 'badsig', text: 'Invalid raw signature.\nCheck HTML tags.' },
  badsiglength: {
    code: 'badsiglength',
    text: 'Your signature is too long.\nIt must not be more than $1 {{PLURAL:$1|character|characters}} long.',
  },
  'htmlform-float-invalid': { code: 'htmlform-float-invalid', text: 'The value you specified is not a number.' },
  'htmlform-int-invalid': { code: 'htmlform-int-invalid', text: 'The value you specified is not an integer.' },
  'htmlform-int-toohigh': {
    code: 'htmlform-int-toohigh',
    text: 'The value you specified is above the maximum of $1.',
  },
  'htmlform-int-toolow': { code: 'htmlform-int-toolow', text: 'The value you specified is below the minimum of $1.' },
  'htmlform-select-badoption': {
    code: 'htmlform-select-badoption',
    text: 'The value you specified is not a valid option.',
  },
} as const
