import { help, optional, refuse } from '#fields/field.ts'
import { choice, list, text, webAddress } from '#fields/kinds.ts'
import { ACTION_NAMES } from '../catalogue/change-actions.ts'
import { addon } from './addon.ts'

/** Action numbers of changes, with their names. */
export const EVENTS = new Map(Object.entries(ACTION_NAMES).map(([id, name]) => [Number(id), name]))

/** `whsec_` and 24 to 64 bytes in base64, as in the Standard Webhooks specification. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const plainSecret = text({ max: 100, blank: true })

/** Weblate's name of this add-on. */
export const WEB_HOOK = 'weblate.webhook.webhook'

/** Sends changes to another server; see `notifications/web-hooks.ts`. */
export const webhook = addon({
  name: WEB_HOOK,
  label: 'Webhook',
  description:
    'Sends changes to another server as JSON. Requests are signed according to Standard Webhooks and retried on failure.',
  settings: {
    webhook_url: help(webAddress({ max: 1000 }), 'Address that receives the requests.'),
    secret: help(
      optional(
        {
          ...plainSecret,
          read: (value, at) => {
            const secret = plainSecret.read(value, at)
            if (secret !== '' && secret !== HIDDEN && !SECRET.test(secret))
              return refuse(at, 'invalid', 'Use "whsec_" followed by 24 to 64 bytes in base64.')
            return secret
          },
        },
        '',
      ),
      'Signing secret: whsec_ followed by 24 to 64 bytes in base64. Leave empty to send unsigned requests.',
    ),
    events: help(
      optional(list(choice(EVENTS), { max: 200 }), []),
      'Action numbers of the changes to send. Leave empty to send all changes.',
    ),
  },
  events: ['change'],
})

/** Placeholder for a secret. When submitted, it keeps the stored secret. */
export const HIDDEN = '(set)'

export interface WebHookSettings {
  readonly webhook_url: string
  readonly secret: string
  readonly events: readonly number[]
}
