/** The events that a webhook can send: the streams of both halves of the site (`StreamSource`), by name. */
export const WEBHOOK_EVENTS = {
  recentchange: 'Recent changes',
  'revision-create': 'New revisions',
  'page-create': 'New pages',
  'page-delete': 'Deleted pages',
  'page-undelete': 'Restored pages',
  'page-move': 'Moved pages',
  'string-change': 'Translation changes',
} as const

export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

/** The only event of a project's webhook. */
export const STRING_CHANGE: WebhookEvent = 'string-change'

/** The event of a message that someone sends to try a webhook. */
export const TEST_EVENT = 'test'
