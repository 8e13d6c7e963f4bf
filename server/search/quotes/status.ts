import type { Minor } from '#contract/money.ts'
import type { CardStatus } from '#contract/search/quotes.ts'
import type { Mode } from '#contract/values.ts'
import { fitNames } from '#server/search/matching/match.ts'

/** What a customer has done on this search with one provider. */
export type Act = 'unconfirmed' | 'requested' | 'offered' | 'booked' | 'cancelled'

/** The same with what its card shows: the way, the price that was given, until when it waits or stands. */
export type Done = {
  no: number
  state: Act
  mode: Mode | null
  total_minor: Minor | null
  deposit_minor: Minor | null
  /** ISO 8601. */
  until: string | null
  other_time: boolean
  plan: { arriveAt: string; startAt: string; doneAt: string } | null
}

/** What an act says of one of the two lists: an offer is for the way that it was made for. */
export const doneIn = (done: Done | undefined, mode: Mode): Done | null =>
  done && !(done.state === 'offered' && done.mode !== null && done.mode !== mode) ? done : null

/** Whether their own offer settles what the search finds against them: it is for another time, or they have said that they come that far. */
export const fitsByOffer = (done: Done | null, fit: number): boolean =>
  done !== null && done.state === 'offered' && (done.other_time || fitNames[fit] === 'tooFar')

export type Standing = {
  act: Act | null
  fits: boolean
  instant: boolean
  hasTime: boolean
  inDemand: boolean
  covidTrained: boolean
}

const order: readonly { status: CardStatus; holds: (s: Standing) => boolean }[] = [
  { status: 'booked', holds: (s) => s.act === 'booked' },
  { status: 'cancelled', holds: (s) => s.act === 'cancelled' },
  { status: 'requested', holds: (s) => s.act === 'requested' || s.act === 'unconfirmed' },
  { status: 'unavailable', holds: (s) => !s.fits },
  { status: 'offered', holds: (s) => s.hasTime && (s.instant || s.act === 'offered') },
  { status: 'inDemand', holds: (s) => s.inDemand },
  { status: 'covidTrained', holds: (s) => s.covidTrained },
]

/** The one status of a card: the first that holds, what loses still shows as a flag; null can be asked. */
export function statusOf(standing: Standing): CardStatus | null {
  for (const { status, holds } of order) if (holds(standing)) return status
  return null
}

/** The recommended order has its groups one after the other: yours, Instant Book, requested, featured, more artists, who cannot be had. */
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
