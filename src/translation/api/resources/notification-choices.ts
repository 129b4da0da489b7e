import type { NewsSource } from '#core/news-source.ts'
import { help, readOnly, shape } from '#fields/field.ts'
import { boolean, choice, dateTime, integer, list, nested, text } from '#fields/kinds.ts'
import { isoMicroseconds } from '#fields/timestamp.ts'
import { seconds } from '#store/clock.ts'
import { allSubscriptions, choosePreset, PRESETS, presetOf, withPreset } from '../../notifications/presets.ts'
import { describeMails, previewMails } from '../../notifications/preview.ts'
import { notFound } from '../errors.ts'
import { act, amend, array, read, resource } from '../resource.ts'
import type { AnyCall } from './find.ts'
import { owner } from './user-notifications.ts'

// Not part of the Weblate API.

const presetChoice = choice(new Map(PRESETS.map(name => [name, name])))

const Preset = shape('NotificationPreset', 'A notification preset.', {
  preset: help(presetChoice, 'Name of the preset.'),
  chosen: help(readOnly(boolean()), 'Whether the preset matches the current subscriptions of the user.'),
  mails: help(readOnly(integer()), 'Number of emails the preset would have sent in the last seven days.'),
  complete: help(readOnly(boolean()), 'Whether all activity was counted. If false, there would have been more emails.'),
})

const ChosenPreset = shape('ChosenNotificationPreset', 'The selected preset.', {
  preset: help(presetChoice, 'Name of the preset.'),
})

const Part = shape('ImaginedMailPart', 'Part of an email about one kind of notification.', {
  notification: help(text(), 'Kind of notification.'),
  label: help(text(), 'Label of the kind of notification.'),
  total: help(integer(), 'Number of notifications of this kind.'),
})

const Mail = shape('ImaginedMail', 'An email that a user would have received.', {
  timestamp: dateTime(),
  frequency: help(integer(), 'Frequency: 1 immediately, 2 daily, 3 weekly, 4 monthly.'),
  subject: text(),
  parts: list(nested(Part)),
})

const Preview = shape(
  'NotificationPreview',
  'Emails that the current subscriptions would have sent in the last seven days.',
  {
    mails: help(integer(), 'Number of emails.'),
    complete: help(boolean(), 'Whether all activity was counted. If false, there would have been more emails.'),
    list: help(list(nested(Mail)), 'The 100 most recent emails, newest first.'),
  },
)

const MAX_LISTED = 100
const FREQUENCY = { instant: 1, daily: 2, weekly: 3, monthly: 4 } as const

export const notificationPresets = resource({
  path: '/users/:username/notification-presets/',
  name: 'Notification presets',
  description: 'Notification presets, with the number of emails each would have sent last week.',
  operations: {
    GET: array({
      summary: 'List notification presets',
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
      summary: 'Choose a preset, keeping project and component subscriptions',
      body: { preset: help(presetChoice, 'Name of the preset.') },
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
  description: 'Preview of the emails that the current subscriptions would have sent in the last seven days.',
  operations: {
    GET: read({
      summary: 'Preview notification emails',
      answer: Preview,
      handle: async call => {
        const user = await owner(call)
        const rows = await allSubscriptions(call.db, user.id)
        const [preview] = await previewMails(call.services, call.db, seconds(call.clock), user, [rows])
        const { mails, isComplete } = preview!
        const newest = mails.toReversed().slice(0, MAX_LISTED)
        const rendered = await describeMails(call.services, call.db, user, newest)
        return {
          mails: mails.length - (newest.length - rendered.length),
          complete: isComplete,
          list: rendered.map(({ at, how, subject, parts }) => ({
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

const WikiNotifications = shape('WikiNotifications', 'Email settings of a user for the wiki.', {
  own_talk_page: help(wikiFrequency, 'Messages on the talk page of the user.'),
  mentions: help(wikiFrequency, 'Signed messages that link to the user page.'),
  watched_pages: help(wikiFrequency, 'Changes to pages on the watchlist.'),
  minor_edits: help(boolean(), 'Whether to include minor edits.'),
})

/** Kinds of notification by member of the resource. */
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
  if (source === undefined) throw notFound('This site has no wiki.')
  return source
}

export const wikiNotifications = resource({
  path: '/users/:username/wiki-notifications/',
  name: 'Wiki notifications',
  description: 'Email settings of a user for the wiki. The wiki preferences decide whether any email is sent.',
  operations: {
    GET: read({
      summary: 'Get wiki notification settings',
      answer: WikiNotifications,
      handle: async call => wikiChoices(call, (await owner(call)).id),
    }),
    PATCH: amend({
      summary: 'Update wiki notification settings',
      answer: WikiNotifications,
      body: WikiNotifications.fields,
      allow: owner,
      handle: async call => {
        const user = await owner(call)
        const { body } = call
        const chosenFrequencies = MEMBERS.flatMap(([member, kind]) =>
          body[member] === undefined ? [] : [[kind, body[member]] as const],
        )
        await wikiSource(call).choose(call.tx, user.id, {
          frequencies: Object.fromEntries(chosenFrequencies),
          ...(body.minor_edits !== undefined && { minorEdits: body.minor_edits }),
        })
        return wikiChoices(call, user.id)
      },
    }),
  },
})
