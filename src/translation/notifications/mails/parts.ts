import { oneLine, plainText } from '#events/mail/message.ts'
import { type Html, html } from '#web/html.ts'
import { splitForms } from '../../catalogue/forms.ts'
import type { Told } from '../describe.ts'

/** One thing to say, as plain text and as HTML. */
export interface Part {
  readonly text: string
  readonly html: Html
}

const LONGEST_TEXT = 500
const SPACE = '    '

const forms = (text: string): string[] => splitForms(text).map(form => plainText(form, LONGEST_TEXT).trimEnd())

const indented = (text: string): string => text.replaceAll('\n', `\n${SPACE}${SPACE}`)

export const placeName = (where: readonly string[]): string => where.map(name => oneLine(name)).join(' / ')

/** When it happened, to the minute. */
const moment = (micros: number): string => `${new Date(micros / 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** A change: what, who, where, the texts, a link. */
export function changePart(told: Told): Part {
  const who = told.who === null ? null : oneLine(told.who)
  const head = `${told.what}${who === null ? '' : ` by ${who}`}, ${moment(told.at)}`
  const texts = told.texts.flatMap(([name, text]) =>
    forms(text).map((form, i, all) => ({ name: all.length > 1 ? `${name} ${i + 1}` : name, form })),
  )
  return {
    text: [
      head,
      ...(told.where.length > 0 ? [`${SPACE}Where: ${placeName(told.where)}`] : []),
      ...texts.map(({ name, form }) => `${SPACE}${name}: ${indented(form)}`),
      `${SPACE}${told.link}`,
    ].join('\n'),
    html: html`<div style="margin:0 0 1em"><p style="margin:0"><a href="${told.link}">${told.what}</a>${who !== null && html` by <b><bdi>${who}</bdi></b>`}, ${moment(told.at)}<br>
${placeName(told.where)}</p>
${texts.map(({ name, form }) => html`<p style="margin:.3em 0 0 1em">${name}: <span dir="auto" style="white-space:pre-wrap">${form}</span></p>`)}</div>
`,
  }
}

/** What is not listed any more. */
export function morePart(count: number): Part[] {
  if (count <= 0) return []
  const text = `… and ${count} more.`
  return [{ text, html: html`<p>${text}</p>` }]
}

/** Why somebody gets this, and how to have no more of it. */
export function reasonPart(reason: string, mute: string): Part {
  const why = `You get this because of your subscription to ${reason}.`
  return {
    text: `${why}\nMute just this: ${mute}`,
    html: html`<p style="color:#666">${why} <a href="${mute}">Mute just this</a></p>`,
  }
}

export function settingsPart(address: string): Part {
  return {
    text: `Choose your mail: ${address}`,
    html: html`<p style="color:#666"><a href="${address}">Choose your mail</a></p>`,
  }
}

export const heading = (text: string): Part => ({
  text: `${text}\n${'='.repeat(Math.min(70, [...text].length))}`,
  html: html`<h2 style="font-size:1.1em">${text}</h2>`,
})

/** A whole mail from its parts. */
export const mailBody = (parts: readonly Part[]): { text: string; html: string } => ({
  text: `${parts.map(part => part.text).join('\n\n')}\n`,
  html: html`<!doctype html>
<html lang="en"><body style="font-family:sans-serif;line-height:1.4">
${parts.map(part => part.html)}
</body></html>
`.text,
})
