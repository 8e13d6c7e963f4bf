import type { Minor } from '#contract/money.ts'
import { copyLine } from '#db/bulk.ts'
import { services } from '#db/catalog/catalogue.ts'
import { getOffset } from '#db/cast/calendar.ts'
import { generateSampleMarket } from '#db/cast/market.ts'
import { generatePictures } from '#db/cast/people/pictures.ts'
import type { SampleProvider } from '#db/cast/people/sample-provider.ts'
import type { City } from './cities.ts'

/** A job in local time, which can be moved to another zone. */
type WallJob = { kind: string; date: string; fromSeconds: number; toSeconds: number }

export type Template = {
  provider: SampleProvider
  offered: readonly { id: string; no: number; costMinor: Minor; minutes: number | null; usual: number; setup: number }[]
  artists: readonly { name: string; does: readonly string[] }[]
  packedArtists: string
  pictures: readonly { alt: string; json: string }[]
  diary: readonly WallJob[]
}

const diaryFrom = '2027-05-01'
const diaryTo = '2027-07-03'

const byId = new Map(services.map((service) => [service.id, service]))

type Templates = Readonly<Record<City['country'], readonly Template[]>>
let known: Templates | undefined

export function getTemplatesByCountry(): Templates {
  known ??= makeTemplates()
  return known
}

function makeTemplates(): Templates {
  const made = generateSampleMarket()
    .filter((p) => !p.terms.paused)
    .map(templateOf)
  const of = (country: string) => made.filter(({ provider }) => provider.metro.country === country)
  return { AU: of('AU'), US: of('US'), GB: of('GB'), CA: of('CA') }
}

function templateOf(provider: SampleProvider, place: number): Template {
  const offered = provider.services
    .map(({ id, costMinor, minutes }) => {
      const service = byId.get(id)
      if (!service) throw new Error(`no service ${id}`)
      return { id, no: service.no, costMinor, minutes, usual: service.minutes, setup: service.setupMinutes }
    })
    .sort((a, b) => a.no - b.no)
  const number = (id: string) => byId.get(id)?.no ?? 0
  const { profile, cover } = generatePictures(provider, place, 0)
  return {
    provider,
    offered,
    artists: provider.artists,
    packedArtists: provider.artists
      .map(({ does }) =>
        does
          .map(number)
          .sort((a, b) => a - b)
          .join(','),
      )
      .join(';'),
    pictures: [profile, cover].map(({ alt, drawing }) => ({ alt, json: copyLine([{ json: drawing }]) })),
    diary: provider.diary
      .filter(({ date }) => date >= diaryFrom && date <= diaryTo)
      .map(({ kind, date, from, to }) => {
        const shift = getOffset(provider.metro.tz, from)
        return { kind, date, fromSeconds: from + shift, toSeconds: to + shift }
      }),
  }
}
