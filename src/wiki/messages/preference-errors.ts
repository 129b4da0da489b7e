/** Errors of preferences; part of the catalogue. */
export const preferenceErrors = {
  'action-editmyoptions': 'edit your preferences',
  'apierror-nochanges': 'No changes were requested.',
  'apiwarn-validationfailed': 'Validation error for <kbd>$1</kbd>: $2',
  'apiwarn-validationfailed-badchars':
    'invalid characters in key (only <code>a-z</code>, <code>A-Z</code>, <code>0-9</code>, <code>_</code>, and <code>-</code> are allowed).',
  'apiwarn-validationfailed-badpref': 'not a valid preference.',
  'apiwarn-validationfailed-cannotset': 'cannot be set by this module.',
  'apiwarn-validationfailed-keytoolong': 'key too long (no more than $1 bytes allowed).',
  'apiwarn-validationfailed-valuetoolong': 'value too long (no more than $1 bytes allowed).',
  badsig: 'Invalid raw signature.\nCheck HTML tags.',
  badsiglength: 'Your signature is too long.\nIt must not be more than $1 {{PLURAL:$1|character|characters}} long.',
  'htmlform-float-invalid': 'The value you specified is not a number.',
  'htmlform-int-invalid': 'The value you specified is not an integer.',
  'htmlform-int-toohigh': 'The value you specified is above the maximum of $1.',
  'htmlform-int-toolow': 'The value you specified is below the minimum of $1.',
  'htmlform-select-badoption': 'The value you specified is not a valid option.',
} as const
