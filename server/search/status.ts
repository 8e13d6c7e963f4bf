import type { CardStatus } from '#contract/quotes.ts'

/** What a customer has done on this search with one provider. */
export type Act = 'requested' | 'offered' | 'booked' | 'cancelled'

export type Standing = { act: Act | null; fits: boolean; instant: boolean; hasTime: boolean; inDemand: boolean; covidTrained: boolean }

// The first that holds is the card's status; what loses still shows as a flag.
const order: readonly [CardStatus, (s: Standing) => boolean][] = [
  ['booked', (s) => s.act === 'booked'],
  ['cancelled', (s) => s.act === 'cancelled'],
  ['requested', (s) => s.act === 'requested'],
  ['unavailable', (s) => !s.fits],
  ['offered', (s) => s.hasTime && (s.instant || s.act === 'offered')],
  ['inDemand', (s) => s.inDemand],
  ['covidTrained', (s) => s.covidTrained],
]

/** The one status of a card; null can be asked. */
export const statusOf = (standing: Standing): CardStatus | null => order.find(([, holds]) => holds(standing))?.[0] ?? null

/** Groups come first in every order: yours, Instant Book, requested, featured, more artists, booked out. */
export function groupOf(status: CardStatus | null, featured: boolean): number {
  if (status === 'booked') return 0
  if (status === 'offered') return 1
  if (status === 'requested') return 2
  if (status === 'unavailable' || status === 'cancelled') return 5
  return featured ? 3 : 4
}

export const demandAtLeast = { share: 0.7, providers: 10, requests: 3 } as const

/** Whether a date is in demand around a place: enough artists reach it and most of them are booked. */
export const areaInDemand = (bookedThere: number, reach: number): boolean =>
  reach >= demandAtLeast.providers && bookedThere >= demandAtLeast.share * reach
