import { help, optional } from '#fields/field.ts'
import { choice, list, webAddress } from '#fields/kinds.ts'
import { addon } from './addon.ts'
import { EVENTS } from './webhook.ts'

/** Weblate's name of this add-on. */
export const SLACK = 'weblate.webhook.slack'

/** Posts changes to a channel; see `notifications/web-hooks.ts`. */
export const slack = addon({
  name: SLACK,
  label: 'Slack webhook',
  description: 'Posts changes to a channel of Slack, or of another chat server that accepts the same messages.',
  settings: {
    webhook_url: help(
      webAddress({ max: 1000 }),
      'Address of the incoming webhook of your channel, such as https://hooks.slack.com/services/…',
    ),
    events: help(
      optional(list(choice(EVENTS), { max: 200 }), []),
      'Action numbers of the changes to post. Leave empty to post all changes.',
    ),
  },
  events: ['change'],
})
