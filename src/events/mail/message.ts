/** What a mail says, without who gets it. */
export interface MailContent {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** A mail as it waits in the outbox. */
export interface Message extends MailContent {
  /** Shown before the site's own address; whose doing it was. */
  readonly fromName?: string
  readonly messageId: string
  /** Mails with the same thread are shown together. */
  readonly thread?: string
  readonly headers?: Readonly<Record<string, string>>
}

const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Marks that turn the direction of what follows, and could make a name look like another. */
const TURNING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

const shortened = (text: string, max: number): string => {
  // Two units for each letter at most, and one letter more to see whether something is cut.
  const letters = [...text.slice(0, (max + 1) * 2)]
  return letters.length > max ? `${letters.slice(0, max - 1).join('')}…` : text
}

/** Text fit for a header: one line, no control characters, not longer than `max` characters. */
export const oneLine = (text: string, max = 200): string =>
  shortened(text.toWellFormed().replace(TURNING, '').replace(UNPRINTABLE, ' ').replace(/ +/g, ' ').trim(), max)

/** Text fit for a body: control characters other than tabs and line ends are gone, and it is not longer than `max`. */
export const plainText = (text: string, max: number): string =>
  shortened(
    text
      .toWellFormed()
      .replace(/\r\n?|[\u2028\u2029]/g, '\n')
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, ''),
    max,
  )
