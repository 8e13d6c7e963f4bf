import type { Stream } from '#art/seed.ts'
import { toMinor } from '#contract/money.ts'
import { type CatalogueService, type Country, earlyStart, minimumJob } from '#db/catalog/catalogue.ts'
import { pickAround } from '#db/cast/chance.ts'
import type { Metro, Neighbourhood, Standing } from '#db/cast/material.ts'
import type { OfferedService } from './sample-provider.ts'

type Priced = { country: Country; metro: Metro; base: Neighbourhood; years: number; standing: Standing['id'] }

const placeFactor = ({ metro, base }: Pick<Priced, 'metro' | 'base'>) => metro.priceFactor * base.priceFactor

export function pickPriceFactor(stream: Stream, { years, standing }: Priced): number {
  const name = { loved: 0.12, strong: 0.04, good: -0.03, uneven: -0.06, newcomer: -0.14 }[standing]
  const seasoned = Math.min(0.22, Math.log1p(years) * 0.09) - 0.1
  return Math.min(1.5, Math.max(0.72, 1 + name + seasoned + stream.between(-0.16, 0.16)))
}

function costOf(stream: Stream, service: CatalogueService, of: Priced, factor: number): number {
  const { low, median, high } = service.cost[of.country]
  const place = placeFactor(of)
  const wanted = median * factor * stream.between(0.94, 1.06)
  return toMinor(Math.max(1, Math.round(Math.min(high, Math.max(low, wanted)) * place)))
}

function minutesOf(stream: Stream, service: CatalogueService): number | null {
  if (!stream.chance(0.3)) return null
  const own = Math.max(5, Math.round((service.minutes * stream.between(0.85, 1.2)) / 5) * 5)
  return own === service.minutes ? null : own
}

export const generateOffer = (
  stream: Stream,
  service: CatalogueService,
  of: Priced,
  factor: number,
): OfferedService => ({
  id: service.id,
  costMinor: costOf(stream, service, of, factor),
  minutes: minutesOf(stream, service),
})

export const pickMinimum = (stream: Stream, of: Priced, factor: number): number => {
  const { low, median, high } = minimumJob[of.country]
  const wanted = median * factor * stream.between(0.8, 1.2)
  return Math.round((Math.min(high, Math.max(low, wanted)) * placeFactor(of)) / 5) * 500
}

export const pickEarlyFee = (stream: Stream, country: Country): number =>
  toMinor(Math.max(5, Math.round(pickAround(stream, { ...earlyStart[country], low: 8 }) / 5) * 5))
