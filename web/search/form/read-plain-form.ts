import type { SentTo } from '#contract/endpoint.ts'
import { defaults, pointShape } from '#contract/constants.ts'
import type { Rescue } from '#contract/search/quotes.ts'
import type { Look, SavedSearch, search } from '#contract/search/search.ts'
import { splitPartyAt, listPartyServices } from './party.ts'

type Payload = SentTo<typeof search.create>
type Change = Rescue['options'][number]['change']

/** A plain form's data: people per service. */
export interface PlainWish {
  storeSlug: string | undefined
  categorySlug: string
  place: string
  /** The place as a point, longitude first, if known. */
  near: string
  profile: string
  eventDate: string
  finishTime: string
  counts: ReadonlyMap<string, number>
  look?: Payload['look']
}

/** Parses the plain form. The server validates limits. */
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

export const listWishedServices = ({ counts }: PlainWish): string[] =>
  [...counts].flatMap(([id, n]) => Array.from({ length: n }, () => id))

/** Returns a saved search as input: edits the owner's own, copies another's. */
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

/** Returns the searches that a change makes: one, or two for a split party. */
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
