/** Login errors; part of the catalogue. */
export const loginErrors = {
  'api-login-fail-aborted':
    'Authentication requires user interaction, which is not supported by <kbd>action=login</kbd>. To be able to login with <kbd>action=login</kbd>, see [[Special:BotPasswords]]. To continue using main-account login, see <kbd>[[Special:ApiHelp/clientlogin|action=clientlogin]]</kbd>.',
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
  'oathauth-auth-ui': 'Enter the code from your authenticator app, or a recovery code.',
  'oathauth-login-failed': 'The code is wrong or was already used.',
  'oathauth-throttled': 'You have entered too many wrong codes. Please wait $1 before trying again.',
  wrongpassword: 'Incorrect username or password entered. Please try again.',
} as const
