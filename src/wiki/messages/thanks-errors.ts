/** Errors of thanking, with the codes of the Thanks extension; part of the catalogue. */
export const thanksErrors = {
  'thanks-error-invalid-log-id': 'There is no log entry with this ID.',
  'thanks-error-invalid-log-type': 'Log entries of the type "$1" cannot be thanked for.',
  'thanks-error-invalidrecipient': { code: 'invalidrecipient', text: 'This edit has no registered author to thank.' },
  'thanks-error-invalidrecipient-bot': { code: 'invalidrecipient', text: 'Bots cannot be thanked.' },
  'thanks-error-invalidrecipient-self': { code: 'invalidrecipient', text: 'You cannot thank yourself.' },
  'thanks-error-invalidrevision': { code: 'invalidrevision', text: 'There is no revision with this ID.' },
  'thanks-error-log-deleted': 'This log entry is hidden, so its author cannot be thanked.',
  'thanks-error-notloggedin': { code: 'notloggedin', text: 'Log in to thank the author of an edit.' },
  'thanks-error-ratelimited': {
    code: 'ratelimited',
    text: 'You have thanked many people. Wait a moment and try again.',
  },
} as const
