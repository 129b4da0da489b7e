/** Login errors; part of the catalogue. */
export const loginErrors = {
  'api-login-fail-badsessionprovider': 'Cannot log in when using $1.',
  'apierror-badurl': 'Invalid value "$2" for URL parameter "$1".',
  'authmanager-authn-no-primary': 'The supplied credentials could not be authenticated.',
  'authmanager-authn-not-in-progress':
    'Authentication is not in progress or session data has been lost. Please start again from the beginning.',
  'authpage-cannot-login-continue': 'Unable to continue login. Your session most likely timed out.',
  'botpasswords-restriction-failed': 'Bot password restrictions prevent this login.',
  'login-throttled': 'You have made too many recent login attempts. Please wait $1 before trying again.',
  'login-userblocked': 'This user is blocked. Login not allowed.',
  'mwoauth-invalid-authorization': 'The authorization headers in your request are not valid: $1',
  wrongpassword: 'Incorrect username or password entered. Please try again.',
} as const
