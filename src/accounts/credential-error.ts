type CredentialProblem = 'no-credentials' | 'spaces' | 'invalid' | 'inactive'

/** These messages are part of Weblate's wire format. */
const texts: Record<CredentialProblem, string> = {
  'no-credentials': 'Invalid token header. No credentials provided.',
  spaces: 'Invalid token header. Token string should not contain spaces.',
  invalid: 'Invalid token.',
  inactive: 'User inactive or deleted.',
}

/** An invalid Authorization header. The request fails instead of continuing as anonymous. */
export class CredentialError extends Error {
  readonly problem: CredentialProblem

  constructor(problem: CredentialProblem) {
    super(texts[problem])
    this.problem = problem
  }
}
