import type { NewsSource } from '#core/news-source.ts'
import { help, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, integer, list, nested, text } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import { allSubscriptions, choosePreset, PRESETS, presetOf, withPreset } from '../../notifications/presets.ts'
import { previewMails, tellMails } from '../../notifications/preview.ts'
import { notFound } from '../errors.ts'
import { act, amend, array, read, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { owner } from './user-notifications.ts'

// Additions of our own: what the original platform leaves its users to guess.

const presetChoice = choice(new Map(PRESETS.map(name => [name, name])))

const Preset = shape('NotificationPreset', 'A ready-made choice of subscriptions.', {
  preset: help(presetChoice, 'Its name.'),
  chosen: help(readOnly(boolean()), 'Whether the subscriptions of the user are these.'),
  mails: help(readOnly(integer()), 'How many mails the user would have got in the last seven days with it.'),
  complete: help(readOnly(boolean()), 'False when more happened than was looked at, so that there were more mails.'),
})

const ChosenPreset = shape('ChosenNotificationPreset', 'The ready-made choice that holds now.', {
  preset: help(presetChoice, 'Its name.'),
})

const Part = shape('ImaginedMailPart', 'What a mail would have told of one kind.', {
  notification: help(text(), 'Kind of notification.'),
  label: help(text(), 'The kind in words.'),
  total: help(integer(), 'How much of it.'),
})

const Mail = shape('ImaginedMail', 'A mail that a user would have got.', {
  timestamp: dateTime(),
  frequency: help(integer(), '1 at once, 2 daily, 3 weekly, 4 monthly.'),
  subject: text(),
  parts: list(nested(Part)),
})

const Preview = shape(
  'NotificationPreview',
  'What the last seven days would have sent with the present subscriptions.',
  {
    mails: help(integer(), 'How many mails.'),
    complete: help(boolean(), 'False when more happened than was looked at, so that there were more mails.'),
    list: help(list(nested(Mail)), 'The first 100 of them, the newest first.'),
  },
)

const MOST_TOLD = 100
const FREQUENCY = { instant: 1, daily: 2, weekly: 3, monthly: 4 } as const

export const notificationPresets = resource({
  path: '/users/:username/notification-presets/',
  name: 'Notification presets',
  description: 'Ready-made choices of subscriptions, with how much mail each would have meant last week.',
  operations: {
    GET: array({
      summary: 'Presets',
      answer: Preset,
      handle: async call => {
        const user = await owner(call)
        const rows = await allSubscriptions(call.db, user.id)
        const choices = PRESETS.map(preset => withPreset(user.id, rows, preset))
        const previews = await previewMails(call.services, call.db, seconds(call.clock), user, choices)
        const chosen = presetOf(rows)
        return PRESETS.map((preset, i) => {
          const { mails, isComplete } = previews[i]!
          return { preset, chosen: preset === chosen, mails: mails.length, complete: isComplete }
        })
      },
    }),
    POST: act({
      summary: 'Choose a preset; subscriptions to one project or component stay',
      body: { preset: help(presetChoice, 'Its name.') },
      answer: ChosenPreset,
      allow: owner,
      handle: async call => {
        const user = await owner(call)
        const { preset } = call.body
        await choosePreset(call.tx, user.id, preset)
        return { preset }
      },
    }),
  },
})

export const notificationPreview = resource({
  path: '/users/:username/notification-preview/',
  name: 'Notification preview',
  description: 'Which mails the last seven days would have sent to a user with the present subscriptions.',
  operations: {
    GET: read({
      summary: 'Mails of last week',
      answer: Preview,
      handle: async call => {
        const user = await owner(call)
        const rows = await allSubscriptions(call.db, user.id)
        const [preview] = await previewMails(call.services, call.db, seconds(call.clock), user, [rows])
        const { mails, isComplete } = preview!
        const newest = mails.toReversed().slice(0, MOST_TOLD)
        const told = await tellMails(call.services, call.db, user, newest)
        return {
          mails: mails.length - (newest.length - told.length),
          complete: isComplete,
          list: told.map(({ at, how, subject, parts }) => ({
            timestamp: isoMicroseconds(at * 1_000_000),
            frequency: FREQUENCY[how],
            subject,
            parts: parts.map(({ kind, label, total }) => ({ notification: kind, label, total })),
          })),
        }
      },
    }),
  },
})

const wikiFrequency = choice(
  new Map([
    [0, 'No notification'],
    [1, 'Instant notification'],
    [2, 'Daily digest'],
    [3, 'Weekly digest'],
  ]),
)

const WikiNotifications = shape('WikiNotifications', 'What a user is mailed about the wiki, and how often.', {
  own_talk_page: help(wikiFrequency, 'Messages on the talk page of the user.'),
  mentions: help(wikiFrequency, 'Signed messages with a link to the page of the user.'),
  watched_pages: help(wikiFrequency, 'Changes of pages that the user watches.'),
  minor_edits: help(boolean(), 'Whether edits that are marked as minor count too.'),
})

/** Members of the resource by the kinds that they choose. */
const WIKI_MEMBERS = {
  own_talk_page: 'WikiTalkPageNotification',
  mentions: 'WikiMentionNotification',
  watched_pages: 'WikiWatchedPageNotification',
} as const

const MEMBERS = Object.entries(WIKI_MEMBERS) as [keyof typeof WIKI_MEMBERS, string][]

async function wikiChoices(call: AnyCall, account: number) {
  const { minorEdits, frequencies } = await wikiSource(call).choicesOf(call.db, account)
  const chosen = Object.fromEntries(MEMBERS.map(([member, kind]) => [member, frequencies[kind] ?? 0]))
  return { ...(chosen as Record<keyof typeof WIKI_MEMBERS, 0 | 1 | 2 | 3>), minor_edits: minorEdits }
}

function wikiSource({ services }: AnyCall): NewsSource {
  const source = services.news.sources.find(({ area }) => area === 'wiki')
  if (source === undefined) throw notFound('No wiki is served here.')
  return source
}

export const wikiNotifications = resource({
  path: '/users/:username/wiki-notifications/',
  name: 'Wiki notifications',
  description:
    'What a user is mailed about the wiki. Whether mail comes at all is the same as the preferences of the wiki say.',
  operations: {
    GET: read({
      summary: 'What mail about the wiki comes, and how often',
      answer: WikiNotifications,
      handle: async call => wikiChoices(call, (await owner(call)).id),
    }),
    PATCH: amend({
      summary: 'Choose some of it',
      answer: WikiNotifications,
      body: WikiNotifications.fields,
      allow: owner,
      handle: async call => {
        const user = await owner(call)
        const { body } = call
        const wishes = MEMBERS.flatMap(([member, kind]) =>
          body[member] === undefined ? [] : [[kind, body[member]] as const],
        )
        await wikiSource(call).choose(call.tx, user.id, {
          frequencies: Object.fromEntries(wishes),
          ...(body.minor_edits !== undefined && { minorEdits: body.minor_edits }),
        })
        return wikiChoices(call, user.id)
      },
    }),
  },
})
