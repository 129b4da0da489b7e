import type { DescribedChange } from '#core/news-source.ts'
import { buttonRow, link, type MailSite, mailHtml, QUIET, row, titleRow } from '#events/mail/layout.ts'
import type { MailContent } from '#events/mail/message.ts'
import { html } from '#html/html.ts'
import type { Words } from '../words.ts'
import {
  changePart,
  crumbs,
  heading,
  mailText,
  morePart,
  type Part,
  placeName,
  reasonPart,
  settingsPart,
} from './parts.ts'

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

/** Builds a digest email with one section per notification kind, and in each the entries by project and language. */
export function digestMail(
  t: Words,
  name: string,
  sections: readonly DigestSection[],
  settings: string,
  site: MailSite,
): MailContent {
  const labels = sections.map(section => t(section.label))
  const why = sections.map(section => reasonPart(t, site, section.reason, section.mute))
  const bodies = sections.map((section, i): Part[] => [
    heading(`${labels[i]} (${section.total})`),
    ...byPlace(section.changes).flatMap(([place, changes], _, all): Part[] => [
      ...(all.length > 1 ? [placePart(place)] : []),
      ...changes.map(changePart(t, site)),
    ]),
    ...section.translations.map(line => linePart(site, line)),
    ...morePart(t, section.total - section.changes.length - section.translations.length),
  ])
  const manage = settingsPart(t, site, settings)
  const list = labels.slice(0, 3).join(', ')
  const all = labels.length > 3 ? t('{{list}} and {{count}} more', { list, count: labels.length - 3 }) : list
  const parts = bodies.flatMap((body, i) => [...body, why[i]!])
  const rows = [
    titleRow(t(name), ''),
    ...bodies.flat().map(part => part.html),
    buttonRow(site, t('Open inbox'), `${site.url}/inbox/`),
  ]
  return {
    subject: `${t(name)}: ${all}`,
    text: mailText([...parts, manage]),
    html: mailHtml(
      t,
      site,
      all,
      rows,
      [...why, manage].map(part => part.html),
    ),
  }
}

/** Changes by project and language, in the order in which each place first appears. */
const byPlace = (changes: readonly DescribedChange[]): [string, DescribedChange[]][] => [
  ...Map.groupBy(changes, ({ where }) => crumbs(where.length > 2 ? [where[0]!, where.at(-1)!] : where.slice(0, 1))),
]

const placePart = (place: string): Part => ({
  text: `— ${place} —`,
  html: row(place, `padding:8px 32px 2px;font-size:13px;line-height:19px;font-weight:600;${QUIET}`, 'quiet'),
})

const linePart = (site: MailSite, { where, link: address, summary }: TranslationLine): Part => ({
  text: `${placeName(where)}: ${summary}\n    ${address}`,
  html: row(
    html`${link(site, crumbs(where), address)}<br><span class="quiet" style="font-size:13px;${QUIET}">${summary}</span>`,
    'padding:4px 32px 8px;font-size:15px;line-height:22px',
  ),
})
