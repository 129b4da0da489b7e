type CredentialProblem =
  | 'no-credentials'
  | 'spaces'
  | 'invalid'
  | 'inactive'
  | 'scope'
  | 'blocked'
  | 'malformed'
  | 'signature-method'
  | 'signature'
  | 'timestamp'
  | 'nonce'
  | 'read-only'

/** The first four messages are part of Weblate's wire format. */
const texts: Record<CredentialProblem, string> = {
  'no-credentials': 'Invalid token header. No credentials provided.',
  spaces: 'Invalid token header. Token string should not contain spaces.',
  invalid: 'Invalid token.',
  inactive: 'User inactive or deleted.',
  scope: 'This token or key has no permission for this part of the site.',
  blocked: 'This account is blocked, so applications cannot use it.',
  malformed: 'The OAuth parameters must be in the Authorization header, each once.',
  'signature-method': 'oauth_signature_method must be HMAC-SHA1 or HMAC-SHA256.',
  signature: 'Invalid signature. Sign the public address of this site, the query and the form.',
  timestamp: 'oauth_timestamp is more than 5 minutes off. Check the clock of the client.',
  nonce: 'oauth_nonce is missing or was already used.',
  'read-only': 'Signed requests are not possible while the site is read-only.',
}

/** An invalid Authorization header. The request fails instead of continuing as anonymous. */
export class CredentialError extends Error {
  readonly problem: CredentialProblem

  constructor(problem: CredentialProblem) {
    super(texts[problem])
    this.problem = problem
  }
}
