import type { SavedCard } from '#contract/payments/cards.ts'
import type { CountryCode } from '#contract/values.ts'
import type { CardRow } from './card-queries.ts'

/** A saved card as its owner knows it again. */
export const presentCard = (row: CardRow): SavedCard => ({
  id: row.id,
  countryCode: row.country_code as CountryCode,
  state: row.state,
  brand: row.brand,
  lastFour: row.last_four,
  expires: row.expires,
  consentWords: row.consent_words,
  consentAt: row.consent_at.toISOString(),
  test: row.gateway === 'test',
})
