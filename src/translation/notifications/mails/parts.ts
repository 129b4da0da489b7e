import type { DescribedChange } from '#core/news-source.ts'
import { type LabelledText, link, type MailSite, quoteRow, row, subtitleRow, textsRow } from '#events/mail/layout.ts'
import { oneLine, plainText } from '#events/mail/message.ts'
import { type Html, html } from '#html/html.ts'
import { splitForms } from '../../catalogue/forms.ts'
import type { Words } from '../words.ts'

/** A building block of an email, as plain text and as rows of the HTML table. */
export interface Part {
  readonly text: string
  readonly html: Html
}

const LONGEST_TEXT = 500
const SPACE = '    '

const forms = (text: string): string[] => splitForms(text).map(form => plainText(form, LONGEST_TEXT).trimEnd())

const indented = (text: string): string => text.replaceAll('\n', `\n${SPACE}${SPACE}`)

export const placeName = (where: readonly string[]): string => where.map(name => oneLine(name)).join(' / ')
/** The same for HTML. */
export const crumbs = (where: readonly string[]): string => where.map(name => oneLine(name)).join(' › ')

/** Words of people, shown as a quotation. */
const QUOTED = ['Comment', 'Message', 'Announcement']

const cache = new WeakMap<Words, WeakMap<DescribedChange, Part>>()

/** Renders a change in a list: action, author, location, texts and link. Cached across recipients who share a language. */
export function changePart(t: Words, site: MailSite): (change: DescribedChange) => Part {
  const cached = cache.get(t) ?? new WeakMap<DescribedChange, Part>()
  cache.set(t, cached)
  return change => {
    const part = cached.get(change) ?? writeChange(t, site, change)
    cached.set(change, part)
    return part
  }
}

/** A text of a change in the recipient's words. */
interface ShownText extends LabelledText {
  readonly isQuoted: boolean
}

function textsOf(t: Words, { texts }: DescribedChange): ShownText[] {
  const hasOld = texts.some(([name]) => name === 'Previous text')
  return texts.flatMap(([name, text, isOurs]) =>
    forms(isOurs ? t(text) : text).map((form, i, all): ShownText => {
      const mark = name === 'Previous text' ? 'del' : hasOld && name === 'Translation' ? 'ins' : undefined
      return {
        name: all.length > 1 ? `${t(name)} ${i + 1}` : t(name),
        text: form,
        isQuoted: QUOTED.includes(name),
        ...(mark && { mark }),
      }
    }),
  )
}

/** The texts of a change as rows. */
export function textRows(t: Words, site: MailSite, change: DescribedChange): Html {
  const texts = textsOf(t, change)
  const boxed = texts.filter(each => !each.isQuoted)
  return html`${texts.filter(each => each.isQuoted).map(each => quoteRow(t, site, each.text))}${
    boxed.length > 0 && textsRow(boxed)
  }`
}

function headOf(t: Words, change: DescribedChange): string {
  const who = change.who === null ? null : oneLine(change.who)
  const what = t(change.what)
  const when = t.moment(change.at)
  return who === null
    ? t('{{what}}, {{when}}', { what, when })
    : t('{{what}} by {{who}}, {{when}}', { what, who, when })
}

function writeChange(t: Words, site: MailSite, change: DescribedChange): Part {
  const head = headOf(t, change)
  return {
    text: [
      head,
      ...(change.where.length > 0 ? [`${SPACE}${t('Location')}: ${placeName(change.where)}`] : []),
      ...textsOf(t, change).map(({ name, text }) => `${SPACE}${name}: ${indented(text)}`),
      `${SPACE}${change.link}`,
    ].join('\n'),
    html: html`${row(
      html`${link(site, head, change.link)}<br><span class="quiet" style="font-size:13px;color:#566070">${crumbs(change.where)}</span>`,
      'padding:6px 32px 8px;font-size:15px;line-height:22px',
    )}${textRows(t, site, change)}`,
  }
}

/** "… and N more." when not all changes are listed. */
export function morePart(t: Words, count: number): Part[] {
  if (count <= 0) return []
  const text = t.many('… and {{count}} more.', '… and {{count}} more.', count)
  return [{ text, html: row(text, 'padding:0 32px 16px;font-size:15px;line-height:22px;color:#566070', 'quiet') }]
}

/** Why the recipient gets this email, and links to get less of it. The HTML belongs into the foot. */
export function reasonPart(
  t: Words,
  site: MailSite,
  reason: string,
  mute: string,
  muteThread: string | null = null,
): Part {
  const why = t('You are receiving this because you subscribed to {{reason}}.', { reason })
  const links: [string, string][] = [
    [t('Unsubscribe from this notification'), mute],
    ...(muteThread === null ? [] : [[t('Mute this thread'), muteThread] as [string, string]]),
  ]
  return {
    text: [why, ...links.map(([text, address]) => `${text}: ${address}`)].join('\n'),
    html: html`<div style="padding-bottom:6px">${why}<br>${links
      .toReversed()
      .map(([text, address], i) => html`${i > 0 && ' · '}${link(site, text, address)}`)}</div>`,
  }
}

/** The HTML belongs into the foot. */
export function settingsPart(t: Words, site: MailSite, address: string): Part {
  const text = t('Manage email notifications')
  return { text: `${text}: ${address}`, html: html`<div>${link(site, text, address)}</div>` }
}

export const heading = (text: string): Part => ({
  text: `${text}\n${'='.repeat(Math.min(70, [...text].length))}`,
  html: subtitleRow(text),
})

/** The plain twin of an email. */
export const mailText = (parts: readonly Part[]): string => `${parts.map(part => part.text).join('\n\n')}\n`
