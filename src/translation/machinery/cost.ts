import type { Setting, Settings, TranslationService } from './service.ts'

const COST_SETTINGS: Readonly<Record<string, Setting>> = {
  cost_per_million: {
    kind: 'amount',
    about: 'What the service costs per million characters, such as 20 or 0.5. Shown in the insights.',
    fallback: '',
  },
  currency: { kind: 'currency', about: 'The currency of the cost, such as EUR.', fallback: '' },
}

/** Adds the settings that every third-party service has. */
export const withCost = (service: TranslationService): TranslationService =>
  service.isLocal ? service : { ...service, settings: { ...service.settings, ...COST_SETTINGS } }

/** What a number of characters costs, with its currency; null if the cost is not set. */
export function costOf({ cost_per_million, currency }: Settings, characters: number) {
  if (!cost_per_million) return null
  return { amount: (Number(cost_per_million) * characters) / 1_000_000, currency: currency ?? '' }
}
