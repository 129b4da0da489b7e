import type { MailContent } from '#events/mail/message.ts'
import { html } from '#web/html.ts'
import type { Told } from '../describe.ts'
import { KIND_LABELS } from '../kinds/index.ts'
import { changePart, heading, mailBody, morePart, type Part, placeName, reasonPart, settingsPart } from './parts.ts'

/** A translation, and in words what is to be said of it. */
export interface TranslationLine {
  readonly where: readonly string[]
  readonly link: string
  readonly says: string
}

/** What a digest says of one kind. */
export interface DigestSection {
  readonly kind: string
  readonly changes: readonly Told[]
  readonly translations: readonly TranslationLine[]
  readonly total: number
  readonly reason: string
  readonly mute: string
}

/** Everything since the last time in one mail, a section for each kind. */
export function digestMail(name: string, sections: readonly DigestSection[], settings: string): MailContent {
  const labels = sections.map(section => KIND_LABELS.get(section.kind) ?? section.kind)
  const parts = sections.flatMap((section, i): Part[] => [
    heading(`${labels[i]} (${section.total})`),
    ...section.changes.map(changePart),
    ...section.translations.map(linePart),
    ...morePart(section.total - section.changes.length - section.translations.length),
    reasonPart(section.reason, section.mute),
  ])
  const subject = `${name}: ${labels.slice(0, 3).join(', ')}${labels.length > 3 ? ` and ${labels.length - 3} more` : ''}`
  return { subject, ...mailBody([...parts, settingsPart(settings)]) }
}

const linePart = ({ where, link, says }: TranslationLine): Part => ({
  text: `${placeName(where)}: ${says}\n    ${link}`,
  html: html`<p style="margin:.3em 0"><a href="${link}">${placeName(where)}</a>: ${says}</p>`,
})
