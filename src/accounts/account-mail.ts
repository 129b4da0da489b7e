/**
 * Sends an email about an account. The layer that owns the linked pages writes these emails; other layers queue this
 * job. `{ account, purpose, language }`: `confirm` verifies the email address, `password` links to a page for choosing
 * one.
 */
export const ACCOUNT_MAIL_JOB = 'account-mail'

/**
 * `{ who, language }`: emails a password reset link to the account with this name or email address, if there is one.
 */
export const PASSWORD_RESET_JOB = 'account-password-reset'
