import type { DescribedChange } from '#core/news-source.ts'
import type { MailContent } from '#events/mail/message.ts'
import type { Words } from '../words.ts'
import { changePart, heading, mailBody, morePart, placeName, reasonPart, settingsPart } from './parts.ts'

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
  readonly settings: string
}

/** Builds an instant email; several changes of one kind share it. */
export function instantMail(
  t: Words,
  { label: name, changes, total, reason, mute, settings }: InstantNews,
): MailContent {
  const label = t(name)
  const first = changes[0]!
  const place = placeName(sharedPlace(changes))
  const many = total > 1
  const what = many ? t('{{what}} ({{count}} times)', { what: label, count: total }) : t(first.what)
  const parts = [
    ...(many ? [heading(what)] : []),
    ...changes.map(changePart(t)),
    ...morePart(t, total - changes.length),
    reasonPart(t, reason, mute),
    settingsPart(t, settings),
  ]
  return { subject: place === '' ? what : `${what} – ${place}`, ...mailBody(t, parts) }
}

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
