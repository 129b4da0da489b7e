/**
 * Mails about accounts are written by the floor of the pages that their links lead to; others ask for one by such a job.
 * `{ account, purpose, language }`: `confirm` asks whether the address is theirs, `password` lets them choose one.
 */
export const ACCOUNT_MAIL_JOB = 'account-mail'

/** `{ who, language }`: whoever has this name or address may choose a new password, if there is such an account. */
export const PASSWORD_RESET_JOB = 'account-password-reset'
