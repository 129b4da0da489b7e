/** What somebody wants to be written to about. */
export const notifications = {
  'notifications.title': 'What should we write to you about?',
} as const
