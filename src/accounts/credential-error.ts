type CredentialProblem = 'no-credentials' | 'spaces' | 'invalid' | 'inactive'

/** The texts are part of the translation platform's wire format. */
const texts: Record<CredentialProblem, string> = {
  'no-credentials': 'Invalid token header. No credentials provided.',
  spaces: 'Invalid token header. Token string should not contain spaces.',
  invalid: 'Invalid token.',
  inactive: 'User inactive or deleted.',
}

/** An Authorization header that was meant for us and is no good. Nothing runs as somebody else instead. */
export class CredentialError extends Error {
  readonly problem: CredentialProblem

  constructor(problem: CredentialProblem) {
    super(texts[problem])
    this.problem = problem
  }
}
