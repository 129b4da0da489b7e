import { readRanges } from '#accounts/address-ranges.ts'
import type { KeyLimits } from '#accounts/api-keys.ts'
import { type Html, html } from '#html/html.ts'
import { seconds } from '#store/clock.ts'
import { field, type Sent, select } from './form.ts'
import type { OwnVisit } from './owner.ts'
import { day } from './words.ts'

const DAY = 86_400

/** Days until a key expires, by the value in the form. */
const EXPIRY: Readonly<Record<string, number>> = { month: 30, quarter: 90, year: 365 }

/** Fields for the expiry and the addresses of a new key. `prefix` keeps two forms on a page apart. */
export function limitFields({ reader: { t } }: OwnVisit, prefix: string, sent: Sent): Html {
  return html`${select(
    {
      name: `${prefix}_expiry`,
      label: t('account.key_expiry'),
      value: '',
      options: [
        ['', t('account.key_expiry_never')],
        ['month', t('account.key_expiry_month')],
        ['quarter', t('account.key_expiry_quarter')],
        ['year', t('account.key_expiry_year')],
      ],
    },
    sent,
  )}
    ${field(
      {
        name: `${prefix}_addresses`,
        label: t('account.key_addresses'),
        hint: t('account.key_addresses_hint'),
        max: 2000,
        plain: true,
      },
      sent,
    )}`
}

/** The limits in a form; null if an address is invalid. */
export function limitsIn({ form, services }: OwnVisit, prefix: string): Omit<KeyLimits, 'scopes'> | null {
  const addresses = readRanges(form.get(`${prefix}_addresses`) ?? '')
  const choice = form.get(`${prefix}_expiry`) ?? ''
  const days = Object.hasOwn(EXPIRY, choice) ? EXPIRY[choice]! : null
  const expiresAt = days === null ? null : seconds(services.clock) + days * DAY
  return addresses && { expiresAt, addresses }
}

/** Last use and limits, for the list of keys. */
export function limitsShown(
  { reader, services }: OwnVisit,
  lastUsedAt: number | null,
  limits: Omit<KeyLimits, 'scopes'>,
): string {
  const { t } = reader
  const { expiresAt, addresses } = limits
  const isOver = expiresAt !== null && expiresAt <= seconds(services.clock)
  return [
    lastUsedAt === null ? t('account.key_never_used') : t('account.key_used_on', { when: day(reader, lastUsedAt) }),
    expiresAt !== null &&
      t(isOver ? 'account.key_expired_on' : 'account.key_expires_on', { when: day(reader, expiresAt) }),
    addresses.length > 0 && t('account.key_only_from', { addresses: addresses.join(', ') }),
  ]
    .filter(each => each !== false)
    .join(' · ')
}
