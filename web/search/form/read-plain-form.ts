import type { SentTo } from '#contract/endpoint.ts'
import { defaults, pointShape } from '#contract/constants.ts'
import type { Rescue } from '#contract/search/quotes.ts'
import type { Look, SavedSearch, search } from '#contract/search/search.ts'
import { splitPartyAt, listPartyServices } from './party.ts'

type Payload = SentTo<typeof search.create>
type Change = Rescue['options'][number]['change']

/** What a plain form asks for: how many people want each service. */
export interface PlainWish {
  /** Where it is not named, it is the category's. */
  storeSlug: string | undefined
  categorySlug: string
  place: string
  /** The place as a point, longitude before latitude, where the form knows it. */
  near: string
  /** Whose page in the quotes it should lead to. */
  profile: string
  eventDate: string
  finishTime: string
  counts: ReadonlyMap<string, number>
  /** The look that the search begins with, where it has one. */
  look?: Payload['look']
}

/** Reads the form that needs no script; counts past the limits are left for the server to refuse. */
export function readPlainForm(form: FormData): PlainWish {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const counts = [...form.entries()]
    .filter(([name]) => name.startsWith('service:'))
    .map(
      ([name, value]) =>
        [name.slice('service:'.length), Math.min(99, Math.max(0, Math.floor(Number(value)) || 0))] as const,
    )
  return {
    storeSlug: text('storeSlug') || undefined,
    categorySlug: text('categorySlug') || defaults.category,
    place: text('place').slice(0, 120),
    near: pointShape.exec(text('near'))?.[0] ?? '',
    profile: /^[a-z0-9-]{1,80}$/.exec(text('profile'))?.[0] ?? '',

    eventDate: text('eventDate'),
    finishTime: text('finishTime'),
    counts: new Map(counts.filter(([, n]) => n > 0)),
  }
}

/** The list of service ids: an id once for each person who wants it. */
export const listWishedServices = ({ counts }: PlainWish): string[] =>
  [...counts].flatMap(([id, n]) => Array.from({ length: n }, () => id))

/** A saved search as it would be sent again; the owner's own is edited, another's is copied. */
export function toPayload(saved: SavedSearch): Payload {
  return {
    categorySlug: saved.category.slug,
    location: { type: 'Point', coordinates: saved.location.coordinates, address: saved.location.addressFull },
    eventDate: saved.appointmentSpot.eventDate,
    finishTime: saved.appointmentSpot.finishTime ?? undefined,
    services: saved.services.map((service) => service._id),
    people: saved.people,
    previousSearch: saved.mine ? saved.id : undefined,
  }
}

/** The searches that one change makes of a search: one, or two for the halves of a split party. */
export function buildPayloadsAfter(saved: SavedSearch, change: Change): Payload[] {
  const again = toPayload(saved)
  const forPeople = (people: Look[]): Payload => ({ ...again, people, services: listPartyServices(people) })
  if (change.split)
    return splitPartyAt(saved.people, change.split[0])
      .filter((half) => half.length > 0)
      .map(forPeople)
  if (change.service) {
    const gone = change.service
    return [
      forPeople(
        saved.people
          .map((look) => ({ ...look, services: look.services.filter((id) => id !== gone) }))
          .filter((look) => look.services.length > 0),
      ),
    ]
  }
  if (change.place) {
    const { countryCode, country } = saved.location.addressFull
    return [
      {
        ...again,
        location: {
          type: 'Point',
          coordinates: change.place.coordinates,
          address: { placeName: change.place.name, place: change.place.name, countryCode, country },
        },
      },
    ]
  }
  return [
    { ...again, eventDate: change.eventDate ?? again.eventDate, finishTime: change.finishTime ?? again.finishTime },
  ]
}
