import type { Card } from '#contract/search/quotes.ts'

type Coordinates = readonly [lng: number, lat: number]
export type Pin = { card: Card; x: number; y: number }

/** Returns whether a card's artist can be booked or requested for the search. */
export const isAvailable = ({ price, status, reason }: Card): boolean =>
  price !== null && reason === 'fits' && status !== 'unavailable' && status !== 'cancelled'

/**
 * Returns the points of the first view: the event, the first card, and the nearest six of ten available artists of the
 * first page, so that a few distant ones do not shrink the map.
 */
export function chooseView(home: Coordinates, cards: readonly Card[]): Coordinates[] {
  const squeeze = Math.cos((home[1] * Math.PI) / 180)
  const farFrom = ([lng, lat]: Coordinates) => Math.hypot((lng - home[0]) * squeeze, lat - home[1])
  const points = cards
    .filter(isAvailable)
    .slice(0, 24)
    .map(({ location }) => location.coordinates)
  const near = points.toSorted((a, b) => farFrom(a) - farFrom(b)).slice(0, Math.ceil(points.length * 0.6))
  const first = cards.find(isAvailable) ?? cards[0]
  return [home, ...(first ? [first.location.coordinates] : []), ...near]
}

/** Merges overlapping pins into one, at the position of the first. */
export function clusterPins<P extends { x: number; y: number }>(
  pins: readonly P[],
  reach = { x: 92, y: 40 },
): { at: P; pins: P[] }[] {
  const clusters: { at: P; pins: P[] }[] = []
  for (const pin of pins) {
    const near = clusters.find(({ at }) => Math.abs(at.x - pin.x) < reach.x && Math.abs(at.y - pin.y) < reach.y)
    if (near) near.pins.push(pin)
    else clusters.push({ at: pin, pins: [pin] })
  }
  return clusters
}

/**
 * Returns what a cluster shows: the number of its available artists, and their lowest price. Artists who are not
 * available are not counted; a cluster of one available artist is that artist's pin.
 */
export function summarizeCluster(pins: readonly Pin[]): { available: Card[]; from: number | null } {
  const available = pins.map(({ card }) => card).filter(isAvailable)
  return { available, from: available.length ? Math.min(...available.map(({ price }) => price ?? 0)) : null }
}

const clear = { side: 76, above: 64, below: 32 } as const

/** Returns how far the map moves to bring a pin into view, clear of what covers its foot; 0 if it is in view. */
export function computePan(
  pin: { x: number; y: number },
  view: { width: number; height: number; foot: number },
): { x: number; y: number } {
  const within = (at: number, least: number, most: number) => Math.max(Math.min(at, Math.max(least, most)), least)
  return {
    x: pin.x - within(pin.x, clear.side, view.width - clear.side),
    y: pin.y - within(pin.y, clear.above, view.height - view.foot - clear.below),
  }
}
