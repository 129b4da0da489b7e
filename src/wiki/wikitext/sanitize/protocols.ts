// Default URL protocols, as regular expression alternatives.

/** Followed by "://". */
export const withSlashes = 'https?|ftps?|sftp|ssh|ircs?|gopher|telnet|nntp|worldwind|svn|git|mms|redis'

/** Followed by a colon alone. */
export const withoutSlashes = 'mailto|news|xmpp|sips?|tel|sms|urn|geo|bitcoin|magnet|matrix'
