import type { FormSettings } from '#contract/catalog/catalog.ts'
import type { EditableProfile } from '#contract/providers/provider-profile.ts'
import { listPartyServices, type Party } from '#web/search/form/party.ts'
import type { FoundPlace } from '#web/search/form/place-search.ts'

/** A query about the artist's own search appearance. */
export type AppearanceQuery = { place: FoundPlace; date: string; time: string; party: Party }

/** Popular Saturdays are some weeks ahead. */
const USUAL_DAYS = 28
const DAY_MS = 86_400_000

/**
 * Returns default queries: one person, first service, at the base, on the first four bookable Saturdays from four weeks
 * ahead; empty without searchable services.
 */
export function createFirstQueries(
  profile: Pick<EditableProfile, 'location' | 'countryCode' | 'services' | 'travel'>,
  settings: FormSettings | undefined,
  today: string,
): AppearanceQuery[] {
  const listed = new Set(settings?.serviceTypes.flatMap((type) => type.services.map(({ id }) => id)))
  const service = profile.services.find(({ id, status }) => status === 'active' && listed.has(id))
  if (!service) return []
  const { area, city, rounded } = profile.location
  const look: Omit<AppearanceQuery, 'date'> = {
    place: {
      id: 'own',
      title: area,
      rest: city,
      location: {
        type: 'Point',
        coordinates: rounded,
        address: { placeName: area, countryCode: profile.countryCode, neighborhood: area, place: city },
      },
    },
    time: '13:30',
    party: [{ count: 1, services: [service.id] }],
  }
  const first = saturdayFor(profile.travel, today)
  return [0, 1, 2, 3].map((weeks) => ({ ...look, date: daysLater(first, 7 * weeks) }))
}

function saturdayFor({ noticeHours, horizonDays }: EditableProfile['travel'], today: string): string {
  const least = Math.max(Math.ceil(noticeHours / 24) + 1, Math.min(USUAL_DAYS, horizonDays - 7))
  const day = daysLater(today, least)
  return daysLater(day, (6 - new Date(day).getUTCDay() + 7) % 7)
}

const daysLater = (day: string, days: number) => new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

export const buildQuoteInput = ({ place, date, time, party }: AppearanceQuery) => ({
  location: place.location,
  eventDate: date,
  finishTime: time || null,
  services: listPartyServices(party),
  people: [...party],
})
