/** The content of an email, without its recipient. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** An email in the outbox. */
export interface Message extends MailContent {
  /** Display name before the site's own address, usually the author of the change. */
  readonly fromName?: string
  readonly messageId: string
  /** Groups related emails into a thread. */
  readonly thread?: string
  readonly headers?: Readonly<Record<string, string>>
}

const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Bidirectional control characters, which could make one name look like another. */
const BIDI_CONTROLS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const shortened = (text: string, max: number): string => {
  // A character has at most two code units; one extra character shows whether the text is too long.
  const letters = [...text.slice(0, (max + 1) * 2)]
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text
}

/** Sanitizes text for a header: one line, no control characters, at most `max` characters. */
export const oneLine = (text: string, max = 200): string =>
  shortened(text.toWellFormed().replace(BIDI_CONTROLS, '').replace(UNPRINTABLE, ' ').replace(/ +/g, ' ').trim(), max)

/** Sanitizes text for a body: no control characters except tabs and line breaks, at most `max` characters. */
export const plainText = (text: string, max: number): string =>
  shortened(
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ''),
    max,
  )
