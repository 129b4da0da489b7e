import { html, type Piece } from '#html/html.ts'
import { searchParams } from '#html/search-params.ts'
import type { TextKey } from '#html/texts/index.ts'
import type { Sent } from './form.ts'
import type { OwnVisit } from './owner.ts'

/** Success message after a form, chosen by a key in the URL. Text from the URL itself is never shown. */
const NEWS: Readonly<Record<string, TextKey>> = {
  saved: 'frame.saved',
  welcome: 'account.welcome',
  confirmed: 'account.confirmed',
  asked: 'account.asked_to_confirm',
  joined: 'account.joined',
  cancelled: 'account.cancelled',
  password: 'account.password_changed',
  'two-factor-off': 'account.two_factor_turned_off',
  'passkey-added': 'account.passkey_added',
  'passkey-removed': 'account.passkey_removed',
  linked: 'account.linked_done',
  unlinked: 'account.unlinked_done',
  ended: 'account.session_ended',
  others: 'account.others_ended',
  revoked: 'account.key_revoked',
  removed: 'account.bot_password_removed',
  'access-revoked': 'oauth.access_revoked',
  'access-denied': 'oauth.access_denied',
  memory_cleaned: 'manage.done_memory_cleaned',
  memory_removed: 'manage.done_memory_removed',
  'application-deleted': 'oauth.deleted',
}

export function news({ request, reader }: OwnVisit, sent: Sent): Piece {
  if (sent.problems !== undefined) {
    const whole = sent.problems['']
    return whole !== undefined && html`<p class="note wrong" role="alert">${whole}</p>`
  }
  const done = searchParams(request).get('done') ?? ''
  const text = Object.hasOwn(NEWS, done) ? NEWS[done] : undefined
  return text !== undefined && html`<p class="note good" role="status">${reader.t(text)}</p>`
}
