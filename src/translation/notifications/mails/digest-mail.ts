import type { DescribedChange } from '#core/news-source.ts'
import type { MailContent } from '#events/mail/message.ts'
import { html } from '#html/html.ts'
import type { Words } from '../words.ts'
import { changePart, heading, mailBody, morePart, type Part, placeName, reasonPart, settingsPart } from './parts.ts'

/** One line of a digest: a translation and its summary. */
export interface TranslationLine {
  readonly where: readonly string[]
  readonly link: string
  readonly summary: string
}

/** The part of a digest about one notification kind. */
export interface DigestSection {
  readonly kind: string
  readonly label: string
  readonly changes: readonly DescribedChange[]
  readonly translations: readonly TranslationLine[]
  readonly total: number
  readonly reason: string
  readonly mute: string
}

/** Builds a digest email with one section per notification kind. */
export function digestMail(t: Words, name: string, sections: readonly DigestSection[], settings: string): MailContent {
  const labels = sections.map(section => t(section.label))
  const parts = sections.flatMap((section, i): Part[] => [
    heading(`${labels[i]} (${section.total})`),
    ...section.changes.map(changePart(t)),
    ...section.translations.map(linePart),
    ...morePart(t, section.total - section.changes.length - section.translations.length),
    reasonPart(t, section.reason, section.mute),
  ])
  const list = labels.slice(0, 3).join(', ')
  const all = labels.length > 3 ? t('{{list}} and {{count}} more', { list, count: labels.length - 3 }) : list
  const subject = `${t(name)}: ${all}`
  return { subject, ...mailBody(t, [...parts, settingsPart(t, settings)]) }
}

const linePart = ({ where, link, summary }: TranslationLine): Part => ({
  text: `${placeName(where)}: ${summary}\n    ${link}`,
  html: html`<p style="margin:.3em 0"><a href="${link}">${placeName(where)}</a>: ${summary}</p>`,
})
