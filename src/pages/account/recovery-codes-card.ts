import { countRecoveryCodes } from '#accounts/recovery-codes.ts'
import { type Html, html } from '#html/html.ts'
import { type OwnVisit, tokenField } from './owner.ts'

/** How many recovery codes are left, with a button for new ones. Shown where there is a second factor. */
export async function recoveryCodesCard(own: OwnVisit, address: string): Promise<Html> {
  const { t } = own.reader
  const count = await countRecoveryCodes(own.services.store.primary, own.account.id)
  return html`<section class="card">
    <h2>${t('account.recovery_codes')}</h2>
    <p>${t('account.recovery_codes_note')} ${t('account.recovery_codes_left', { count })}</p>
    <form method="post" action="${address}">
      ${tokenField(own)}<button class="button" name="do" value="codes">${t('account.new_recovery_codes')}</button>
    </form>
  </section>`
}

/** New recovery codes, which are shown only now. */
export function shownOnce({ reader: { t } }: OwnVisit, codes: readonly string[]): Html | false {
  if (codes.length === 0) return false
  return html`<div class="note good shown-once" role="status">
    <p>${t('account.recovery_codes_once')}</p>
    <ul class="recovery-codes" dir="ltr">${codes.map(code => html`<li><code>${code}</code></li>`)}</ul>
  </div>`
}
