import type { DescribedChange } from '#core/news-source.ts'
import { buttonRow, type MailSite, mailHtml, titleRow } from '#events/mail/layout.ts'
import { type MailContent, oneLine } from '#events/mail/message.ts'
import type { Words } from '../words.ts'
import {
  changePart,
  crumbs,
  heading,
  mailText,
  morePart,
  placeName,
  reasonPart,
  settingsPart,
  textRows,
} from './parts.ts'

interface InstantNews {
  /** The kind's label. */
  readonly label: string
  /** At least one. */
  readonly changes: readonly DescribedChange[]
  /** Number of changes, including those not listed. */
  readonly total: number
  /** Name of the subscription. */
  readonly reason: string
  readonly mute: string
  /** Mutes the thread of all changes; null if they have none in common. */
  readonly muteThread: string | null
  readonly settings: string
  readonly site: MailSite
}

/** Builds an instant email; several changes of one kind share it. */
export function instantMail(t: Words, news: InstantNews): MailContent {
  const { label: name, changes, total, reason, mute, muteThread, settings, site } = news
  const first = changes[0]!
  const where = sharedPlace(changes)
  const many = total > 1
  const said = many ? null : sentenceOf(t, name, first)
  const what = many ? t('{{what}} ({{count}} times)', { what: t(name), count: total }) : (said ?? t(first.what))
  const why = reasonPart(t, site, reason, mute, muteThread)
  const manage = settingsPart(t, site, settings)
  const listed = changes.map(changePart(t, site))
  const more = morePart(t, total - changes.length)
  const text = mailText([...(many || said !== null ? [heading(what)] : []), ...listed, ...more, why, manage])
  const rows = many
    ? [titleRow(what, crumbs(where)), ...[...listed, ...more].map(part => part.html)]
    : [titleRow(titleOf(t, what, said, first), crumbs(where)), textRows(t, site, first)]
  const button = many
    ? buttonRow(site, t('Open inbox'), `${site.url}/inbox/`)
    : buttonRow(site, buttonText(t, first), first.link)
  const preview = first.texts.find(([name]) => name !== 'Source')?.[1] ?? ''
  const place = placeName(where)
  return {
    subject: place === '' ? what : `${what} – ${place}`,
    text,
    html: mailHtml(t, site, preview, [...rows, button], [why.html, manage.html]),
  }
}

/** What happened in a sentence with the person who did it, for the kinds that have one. */
function sentenceOf(t: Words, label: string, { who: name }: DescribedChange): string | null {
  if (name === null) return null
  const who = oneLine(name)
  if (label === 'You were mentioned in a comment') return t('{{who}} mentioned you in a comment', { who })
  if (label === 'You were mentioned on a page') return t('{{who}} mentioned you', { who })
  return null
}

/** The headline: also with the person where the subject has none. */
function titleOf(
  t: Words,
  what: string,
  said: string | null,
  { who: name, what: event, where }: DescribedChange,
): string {
  if (said !== null || name === null) return what
  const who = oneLine(name)
  if (event === 'New message on your talk page') return t('{{who}} left a message on your talk page', { who })
  if (event === 'Page changed') return t('{{who}} edited {{page}}', { who, page: oneLine(where.at(-1) ?? '') })
  return `${what} · ${who}`
}

const buttonText = (t: Words, { link }: DescribedChange): string =>
  t(link.includes('checksum=') ? 'Open string' : link.includes('diff=') ? 'View change' : 'Open page')

/** The longest location prefix that all changes share. */
function sharedPlace(changes: readonly DescribedChange[]): readonly string[] {
  const [first, ...others] = changes.map(change => change.where)
  let shared = first ?? []
  for (const where of others) {
    const differs = shared.findIndex((name, i) => where[i] !== name)
    if (differs >= 0) shared = shared.slice(0, differs)
  }
  return shared
}
