import type { Spot } from '#server/providers/index.ts'

/** Where the work is: at the customer's place, or in the artist's own studio. */
export const spotOf = (
  quote: { mode: 'mobile' | 'studio'; provider_lat: number; provider_lng: number },
  search: Spot,
): Spot =>
  quote.mode === 'studio' ? { lat: quote.provider_lat, lng: quote.provider_lng } : { lat: search.lat, lng: search.lng }
