/** Errors of account creation and credentials; part of the catalogue. */
export const accountErrors = {
  'action-sendemail': 'send emails',
  'apierror-changeauth-norequest': { code: 'badrequest', text: 'Failed to create change request.' },
  'apierror-mustbeloggedin-changeauthenticationdata': {
    code: 'notloggedin',
    text: '⧼apierror-mustbeloggedin-changeauthenticationdata⧽',
  },
  'apierror-mustbeloggedin-linkaccounts': { code: 'notloggedin', text: 'You must be logged in to link accounts.' },
  'apierror-mustbeloggedin-removeauth': {
    code: 'notloggedin',
    text: 'You must be logged in to remove authentication data.',
  },
  'apierror-notarget': 'You have not specified a valid target for this action.',
  'apierror-ratelimited': "You've exceeded your rate limit. Please wait some time and try again.",
  'authmanager-create-no-primary': 'The supplied credentials could not be used for account creation.',
  'authmanager-create-not-in-progress':
    'Account creation is not in progress or session data has been lost. Please start again from the beginning.',
  acct_creation_throttle_hit:
    'Visitors to this wiki using your IP address have created {{PLURAL:$1|1 account|$1 accounts}} in the last $2, which is the maximum allowed in this time period.\nAs a result, visitors using this IP address cannot create any more accounts at the moment.',
  actionthrottledtext: {
    code: 'ratelimited',
    text: 'As an anti-abuse measure, you are limited from performing this action too many times in a short space of time, and you have exceeded this limit.\nPlease try again in a few minutes.',
  },
  badretype: 'The passwords you entered do not match.',
  'blocked-mailpassword':
    'Your IP address is blocked from editing. To prevent abuse, it is not allowed to use password recovery from this IP address.',
  // MediaWiki has the key, but no text for it.
  blockedemailuser: '⧼blockedemailuser⧽',
  invalidemailaddress:
    'The email address cannot be accepted as it appears to have an invalid format.\nPlease enter a well-formatted address or empty that field.',
  mailnologin: { code: 'cantsend', text: 'No send address' },
  noemail: 'There is no email address recorded for user "$1".',
  noemailcreate: 'You need to provide a valid email address.',
  nowikiemailtext: { code: 'nowikiemail', text: 'This user has chosen not to receive email from other users.' },
  'password-login-forbidden': 'The use of this username and password has been forbidden.',
  'password-substring-username-match': 'Your password must not appear within your username.',
  passwordincommonlist:
    'The password entered is in a list of very commonly used passwords. Please choose a more unique password.',
  passwordtoolong: 'Passwords cannot be longer than {{PLURAL:$1|1 character|$1 characters}}.',
  passwordtooshort: 'Passwords must be at least {{PLURAL:$1|1 character|$1 characters}}.',
  'passwordreset-nodata': 'Neither a username nor an email address was supplied',
  userexists: 'Username entered already in use.\nPlease choose a different name.',
  'userlogin-cannot-link': '⧼userlogin-cannot-link⧽',
} as const
