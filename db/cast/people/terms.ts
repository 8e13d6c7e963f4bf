import type { Stream } from '#art/seed.ts'
import { pickAround, pickShare, pickWeighted } from '#db/cast/chance.ts'
import { demand, type Metro, type Mode, type Neighbourhood, type Standing } from '#db/cast/material.ts'
import { pickEarlyFee, pickMinimum } from './price.ts'
import type { Craft, Terms } from './sample-provider.ts'

const { supply } = demand

export const toMetres = (metro: Metro, amount: number): number =>
  Math.round(amount * (metro.travel.unit === 'miles' ? 1609 : 1000))

export const pickMode = (stream: Stream, metro: Metro): Mode =>
  pickWeighted(stream, [
    ['mobile', metro.mobileShare],
    ['studio', metro.studioShare],
    ['both', metro.bothShare],
  ] as const)

export function pickTeamSize(stream: Stream, mode: Mode, years: number, crafts: readonly Craft[]): number {
  const usual = Number(pickShare(stream, supply.mobileOnlyArtists))
  const wanted = crafts.includes('makeup') && crafts.includes('hair') && stream.chance(0.3) ? Math.max(2, usual) : usual
  return Math.min(wanted, mode === 'studio' ? 2 : 4, years < 2 ? 1 : years < 4 ? 2 : 4)
}

export function pickYears(stream: Stream): number {
  const [low, high] = pickShare(stream, supply.years).split('-').map(Number) as [number, number]
  return stream.whole(low, high)
}

type Asked = {
  metro: Metro
  base: Neighbourhood
  mode: Mode
  years: number
  standing: Standing['id']
  skills: readonly string[]
}

export function pickTerms(stream: Stream, of: Asked, factor: number): Terms {
  const { metro, mode, standing } = of
  const mobile = mode !== 'studio'
  const early = stream.chance(supply.earlyStartFee)
  const [opensMinute, closesMinute] = hoursOf(stream, mode, of.skills.includes('bridal'))
  const [quick, usual, slow] = supply.answerMinutes[standing]
  const reliable = { loved: 99, strong: 97, good: 92, uneven: 81, newcomer: 96 }[standing]
  const gb = metro.country === 'GB'
  return {
    radiusMetres: mobile ? toMetres(metro, Math.round(pickAround(stream, metro.travel))) : 0,
    freeMetres: mobile ? toMetres(metro, Math.round(pickAround(stream, metro.travelFree))) : 0,
    perUnitMinor: mobile ? Math.round(pickAround(stream, metro.travelPer) * 10) * 10 : 0,
    minimumMinor: pickMinimum(stream, { ...of, country: metro.country }, factor),
    instant: stream.chance(supply.instantBooking),
    depositShare: Number(pickShare(stream, supply.deposit)),
    policy: pickShare(stream, supply.policy),
    bufferMinutes: Number(pickShare(stream, supply.bufferMinutes)),
    noticeHours: Number(pickShare(stream, supply.minimumNoticeHours)),
    horizonDays: { 12: 365, 18: 548, 24: 730 }[pickShare(stream, supply.horizonMonths)] ?? 365,
    opensMinute,
    closesMinute,
    earlyBeforeMinute: early ? 420 : null,
    earlyFeeMinor: early ? pickEarlyFee(stream, metro.country) : 0,
    onlineBalance: stream.chance(supply.onlineBalance),
    featured: standing !== 'newcomer' && standing !== 'uneven' && stream.chance(supply.featured * 1.15),
    vaccinated: gb && stream.chance(0.35),
    covidTrained: gb && stream.chance(0.22),
    answerMinutes: Math.round(pickAround(stream, { low: quick, median: usual, high: slow })),
    answeredPercent: Math.min(100, Math.max(50, reliable + stream.whole(-6, 3))),
    cancelledPercent: Math.max(
      0,
      Math.round(stream.between(-3, { loved: 2, strong: 3, good: 5, uneven: 9, newcomer: 2 }[standing])),
    ),
    paused: stream.chance(supply.paused),
  }
}

function hoursOf(stream: Stream, mode: Mode, bridal: boolean): readonly [number, number] {
  if (mode === 'studio' && bridal) return [stream.pick([300, 300, 330, 360]), stream.pick([1140, 1200])]
  if (mode === 'studio') return [stream.pick([420, 480, 480, 540]), stream.pick([1140, 1200, 1260])]
  if (bridal)
    return pickWeighted(stream, [
      [[300, 1320], 91],
      [[360, 1260], 5],
      [[300, 1560], 4],
    ] as const)
  return pickWeighted(stream, [
    [[300, 1320], 72],
    [[360, 1260], 15],
    [[420, 1200], 7],
    [[300, 1560], 6],
  ] as const)
}
