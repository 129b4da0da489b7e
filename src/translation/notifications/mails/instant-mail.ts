import type { MailContent } from '#events/mail/message.ts'
import type { Told } from '../describe.ts'
import { KIND_LABELS } from '../kinds/index.ts'
import { changePart, heading, mailBody, morePart, placeName, reasonPart, settingsPart } from './parts.ts'

interface InstantNews {
  readonly kind: string
  /** At least one. */
  readonly changes: readonly Told[]
  /** How many there are, listed or not. */
  readonly total: number
  /** Which subscription, in words. */
  readonly reason: string
  readonly mute: string
  readonly settings: string
}

/** What happened just now; a burst of changes is one mail. */
export function instantMail({ kind, changes, total, reason, mute, settings }: InstantNews): MailContent {
  const label = KIND_LABELS.get(kind) ?? kind
  const first = changes[0]!
  const place = placeName(sharedPlace(changes))
  const many = total > 1
  const what = many ? `${label} (${total} times)` : first.what
  const parts = [
    ...(many ? [heading(what)] : []),
    ...changes.map(changePart),
    ...morePart(total - changes.length),
    reasonPart(reason, mute),
    settingsPart(settings),
  ]
  return { subject: place === '' ? what : `${what} – ${place}`, ...mailBody(parts) }
}

/** How far the places of all changes are the same. */
function sharedPlace(changes: readonly Told[]): readonly string[] {
  const [first, ...others] = changes.map(change => change.where)
  let shared = first ?? []
  for (const where of others) {
    const differs = shared.findIndex((name, i) => where[i] !== name)
    if (differs >= 0) shared = shared.slice(0, differs)
  }
  return shared
}
