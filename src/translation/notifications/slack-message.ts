// Messages for Slack, in its Block Kit format.

import { shortText } from '../values/short-text.ts'

/** Slack rejects longer texts in a block. */
const LONGEST = 2000

/** The webhook body of a change. */
export interface ChangePayload {
  readonly action: string
  readonly url: string
  readonly project: string | null
  readonly component: string | null
  readonly translation: string | null
  readonly user: string | null
  readonly source?: readonly string[]
  readonly target?: readonly string[]
  readonly old?: readonly string[]
}

/** Slack reads these characters as markup. */
const escaped = (text: string): string =>
  shortText(text, LONGEST).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function slackMessage({ action, url, project, component, translation, user, ...texts }: ChangePayload) {
  const place = [project, component, translation].filter(each => each !== null).join(' / ')
  const fields = [
    ['User', user],
    ['Source', texts.source?.join('\n')],
    ['Before', texts.old?.join('\n')],
    ['Translation', texts.target?.join('\n')],
  ].flatMap(([name, text]) => (text ? [{ type: 'mrkdwn', text: `*${name}*\n${escaped(text)}` }] : []))
  return {
    // Shown in notifications.
    text: `${action}${place && `: ${place}`}`,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: shortText(action, 150) } },
      { type: 'section', text: { type: 'mrkdwn', text: `<${url}|${escaped(place || url)}>` } },
      ...(fields.length > 0 ? [{ type: 'section', fields }] : []),
    ],
  }
}
