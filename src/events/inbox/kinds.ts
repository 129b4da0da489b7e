/** The halves of the site, and the site itself: where an entry of the inbox comes from. */
export type InboxArea = 'wiki' | 'translation' | 'site'

/** What the inbox knows about a kind of entry. */
interface KindTerms {
  /** Reaches people who muted the thread: the entry is addressed to them in person. */
  readonly direct?: true
  /** The name of the kind in MediaWiki's Echo extension, for `meta=notifications`. */
  readonly echo: string
  /** Echo's section. Alerts need attention; everything else is a message. */
  readonly section: 'alert' | 'message'
}

/** All kinds of entries. Settings, filters and texts use these names. */
export const INBOX_KINDS = {
  /** A message on the account's own talk page. */
  talk: { direct: true, echo: 'edit-user-talk', section: 'alert' },
  /** A mention in a signed comment on a wiki page, or in a comment on a string. */
  mention: { direct: true, echo: 'mention', section: 'alert' },
  /** A reply in a topic or a discussion that the account takes part in. */
  reply: { echo: 'dt-subscribed-new-comment', section: 'message' },
  /** Thanks for an edit. */
  thanks: { echo: 'edit-thank', section: 'message' },
  /** A revert, rollback or undo of an edit of the account. */
  revert: { echo: 'reverted', section: 'alert' },
  /** The groups of the account changed. */
  rights: { direct: true, echo: 'user-rights', section: 'alert' },
  /** A suggestion of the account was accepted or rejected. */
  review: { echo: 'translation-review', section: 'message' },
  /** An alert of a project that the account manages. */
  alert: { echo: 'translation-alert', section: 'alert' },
  /** A login from a new device, as the extension LoginNotify names it. */
  login: { direct: true, echo: 'login-success', section: 'alert' },
  /** An announcement of the site or of a project. */
  announcement: { echo: 'announcement', section: 'message' },
} as const satisfies Readonly<Record<string, KindTerms>>

export type InboxKind = keyof typeof INBOX_KINDS

export const KIND_NAMES = Object.keys(INBOX_KINDS) as readonly InboxKind[]

export const isDirect = (kind: InboxKind): boolean => 'direct' in INBOX_KINDS[kind]

/** The account option that turns a kind off; there is none while the kind is on. */
export const optionOf = (kind: InboxKind): string => `parlance-inbox-${kind}`

export const OFF = '0'

/** The account option with the time at which a client last showed the list, in seconds since 1970. */
export const SEEN_OPTION = 'parlance-inbox-seen'
