/** Login errors; part of the catalogue. */
export const loginErrors = {
  'api-login-fail-badsessionprovider': {
    code: 'api-login-fail-badsessionprovider',
    text: 'Cannot log in when using $1.',
  },
  'apierror-badurl': { code: 'badurl', text: 'Invalid value "$2" for URL parameter "$1".' },
  'authmanager-authn-no-primary': {
    code: 'authmanager-authn-no-primary',
    text: 'The supplied credentials could not be authenticated.',
  },
  'authmanager-authn-not-in-progress': {
    code: 'authmanager-authn-not-in-progress',
    text: 'Authentication is not in progress or session data has been lost. Please start again from the beginning.',
  },
  'authpage-cannot-login-continue': {
    code: 'authpage-cannot-login-continue',
    text: 'Unable to continue login. Your session most likely timed out.',
  },
  'botpasswords-restriction-failed': {
    code: 'botpasswords-restriction-failed',
    text: 'Bot password restrictions prevent this login.',
  },
  'login-throttled': {
    code: 'login-throttled',
    text: 'You have made too many recent login attempts. Please wait $1 before trying again.',
  },
  'login-userblocked': { code: 'login-userblocked', text: 'This user is blocked. Login not allowed.' },
  'mwoauth-invalid-authorization': {
    code: 'mwoauth-invalid-authorization',
    text: 'The authorization headers in your request are not valid: $1',
  },
  wrongpassword: { code: 'wrongpassword', text: 'Incorrect username or password entered. Please try again.' },
} as const
