import { help, optional, refuse } from '#fields/field.ts'
import { choice, list, text, webAddress } from '#fields/kinds.ts'
import { ACTION_NAMES } from '../catalogue/change-actions.ts'
import { WEB_HOOK } from '../catalogue/work.ts'
import { addon } from './addon.ts'

const EVENTS = new Map(Object.entries(ACTION_NAMES).map(([id, name]) => [Number(id), name]))

/** `whsec_` and 24 to 64 bytes in base64, as the Standard Webhooks have it. */
const SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const plainSecret = text({ max: 100, blank: true })

/** What is told to another server; `notifications/web-hooks.ts` does it. */
export const webhook = addon({
  name: WEB_HOOK,
  label: 'Webhook',
  description:
    'Tells another server of changes, as JSON. Requests are signed as the Standard Webhooks have it, and tried again when they are not taken.',
  settings: {
    webhook_url: help(webAddress({ max: 1000 }), 'Where to send it.'),
    secret: help(
      optional(
        {
          ...plainSecret,
          read: (value, at) => {
            const given = plainSecret.read(value, at)
            if (given !== '' && given !== HIDDEN && !SECRET.test(given))
              return refuse(at, 'invalid', 'A secret is "whsec_" followed by 24 to 64 bytes in base64.')
            return given
          },
        },
        '',
      ),
      'With what requests are signed: whsec_ and 24 to 64 bytes in base64. They are not signed when it is empty.',
    ),
    events: help(
      optional(list(choice(EVENTS), { max: 200 }), []),
      'What to tell of, by the numbers of actions; everything when empty.',
    ),
  },
  events: ['change'],
})

/** What is shown in the place of a secret, and means the one that is there when it comes back. */
export const HIDDEN = '(set)'

export interface WebHookSettings {
  readonly webhook_url: string
  readonly secret: string
  readonly events: readonly number[]
}
