import { type Html, html, type Piece } from '#html/html.ts'
import { type Discussion, type Heading, isTopic } from '../../content/discussions/discussion.ts'
import { hiddenField, tokenField } from '../parts/form.ts'
import type { Visit } from '../visit.ts'

const BELL = html`<svg width="14" height="14" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true"><path d="M4 14h12l-1.6-2.2V8.6a4.4 4.4 0 0 0-8.8 0v3.2z"/><path d="M8.2 16.4a2 2 0 0 0 3.6 0"/></svg>`

/** Without a comment, a topic has no name to subscribe to. */
const isNamed = (heading: Heading): boolean => isTopic(heading) && heading.name !== 'h-'

/** Names of the topics of a page that the reader is subscribed to. */
export async function subscribedTopics(visit: Visit, { headings }: Discussion): Promise<ReadonlySet<string>> {
  if (visit.caller.account === null) return new Set()
  const names = headings.filter(isNamed).map(({ name }) => name)
  const subscribed = new Set<string>()
  // The API takes this many values in one request.
  for (let i = 0; i < names.length; i += 50) {
    const commentname = names.slice(i, i + 50)
    const { subscriptions } = await visit.need({ action: 'discussiontoolsgetsubscriptions', commentname })
    for (const [name, state] of Object.entries(subscriptions)) if (state) subscribed.add(name)
  }
  return subscribed
}

/** Button to subscribe to a topic; nothing for visitors. */
export function subscribeForm(visit: Visit, page: string, heading: Heading, subscribed: ReadonlySet<string>): Piece {
  if (visit.caller.account === null || !isNamed(heading)) return null
  return subscribeButton(visit, page, heading, subscribed.has(heading.name))
}

function subscribeButton(visit: Visit, page: string, { name, id }: Heading, isOn: boolean): Html {
  const { t } = visit.reader
  const fields = [
    tokenField(visit),
    hiddenField('topic', name),
    hiddenField('back', id),
    !isOn && hiddenField('subscribe', 1),
  ]
  const label = html`${BELL} ${t(isOn ? 'talk.subscribed' : 'talk.subscribe')}`
  const button = html`<button class="button topic-subscribe" aria-pressed="${String(isOn)}" title="${t(
    isOn ? 'talk.unsubscribe' : 'talk.subscribe_hint',
  )}">${label}</button>`
  return html`<form method="post" action="${visit.address(page, { action: 'subscribe' })}">${fields}${button}</form>`
}
