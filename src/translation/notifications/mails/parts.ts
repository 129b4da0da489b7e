import type { DescribedChange } from '#core/news-source.ts'
import { oneLine, plainText } from '#events/mail/message.ts'
import { type Html, html } from '#html/html.ts'
import { splitForms } from '../../catalogue/forms.ts'
import type { Words } from '../words.ts'

/** A building block of an email, as plain text and as HTML. */
export interface Part {
  readonly text: string
  readonly html: Html
}

const LONGEST_TEXT = 500
const SPACE = '    '

const forms = (text: string): string[] => splitForms(text).map(form => plainText(form, LONGEST_TEXT).trimEnd())

const indented = (text: string): string => text.replaceAll('\n', `\n${SPACE}${SPACE}`)

export const placeName = (where: readonly string[]): string => where.map(name => oneLine(name)).join(' / ')

const cache = new WeakMap<Words, WeakMap<DescribedChange, Part>>()

/** Renders a change: action, author, location, texts and link. Cached across recipients who share a language. */
export function changePart(t: Words): (change: DescribedChange) => Part {
  const cached = cache.get(t) ?? new WeakMap<DescribedChange, Part>()
  cache.set(t, cached)
  return change => {
    const part = cached.get(change) ?? writeChange(t, change)
    cached.set(change, part)
    return part
  }
}

const textLine = ({ name, form }: { name: string; form: string }): Html =>
  html`<p style="margin:.3em 0 0 1em">${name}: <span dir="auto" style="white-space:pre-wrap">${form}</span></p>`

function writeChange(t: Words, change: DescribedChange): Part {
  const who = change.who === null ? null : oneLine(change.who)
  const what = t(change.what)
  const when = t.moment(change.at)
  const head =
    who === null ? t('{{what}}, {{when}}', { what, when }) : t('{{what}} by {{who}}, {{when}}', { what, who, when })
  const texts = change.texts.flatMap(([name, text, isOurs]) =>
    forms(isOurs ? t(text) : text).map((form, i, all) => ({
      name: all.length > 1 ? `${t(name)} ${i + 1}` : t(name),
      form,
    })),
  )
  return {
    text: [
      head,
      ...(change.where.length > 0 ? [`${SPACE}${t('Location')}: ${placeName(change.where)}`] : []),
      ...texts.map(({ name, form }) => `${SPACE}${name}: ${indented(form)}`),
      `${SPACE}${change.link}`,
    ].join('\n'),
    html: html`<div style="margin:0 0 1em"><p style="margin:0"><a href="${change.link}">${head}</a><br>
${placeName(change.where)}</p>
${texts.map(textLine)}</div>
`,
  }
}

/** "… and N more." when not all changes are listed. */
export function morePart(t: Words, count: number): Part[] {
  if (count <= 0) return []
  const text = t.many('… and {{count}} more.', '… and {{count}} more.', count)
  return [{ text, html: html`<p>${text}</p>` }]
}

/** Why the recipient gets this email, and a link to unsubscribe. */
export function reasonPart(t: Words, reason: string, mute: string): Part {
  const why = t('You are receiving this because you subscribed to {{reason}}.', { reason })
  return {
    text: `${why}\n${t('Unsubscribe from this notification')}: ${mute}`,
    html: html`<p style="color:#666">${why} <a href="${mute}">${t('Unsubscribe from this notification')}</a></p>`,
  }
}

export function settingsPart(t: Words, address: string): Part {
  const text = t('Manage email notifications')
  return {
    text: `${text}: ${address}`,
    html: html`<p style="color:#666"><a href="${address}">${text}</a></p>`,
  }
}

export const heading = (text: string): Part => ({
  text: `${text}\n${'='.repeat(Math.min(70, [...text].length))}`,
  html: html`<h2 style="font-size:1.1em">${text}</h2>`,
})

/** Assembles an email from its parts. */
export const mailBody = (t: Words, parts: readonly Part[]): { text: string; html: string } => ({
  text: `${parts.map(part => part.text).join('\n\n')}\n`,
  html: html`<!doctype html>
<html lang="${t.language}" dir="${t.direction}"><body style="font-family:sans-serif;line-height:1.4">
${parts.map(part => part.html)}
</body></html>
`.text,
})
