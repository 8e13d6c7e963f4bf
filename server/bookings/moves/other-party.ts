import type { PartyPerson } from '#contract/bookings/party.ts'
import { catalogOf, mixesTrial } from '#server/catalog/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, refuseField } from '#server/platform/refusal.ts'
import { numbersOf } from '#server/providers/index.ts'
import { findSearch, type KeptAddOn, resolveSearch } from '#server/search/index.ts'
import type { AppointmentRow, NewMove, People } from '#server/bookings/appointments/appointment-queries.ts'
import { isoIn } from '#server/bookings/day/iso-in.ts'
import { guestsOf } from '#server/bookings/guests/guest-queries.ts'
import { partyIn } from './party-in.ts'
import type { OtherTime } from './other-time.ts'
import { priceAnew } from './price-anew.ts'

/** The same day for other people or services: its plan, its price by what was frozen at booking, and who is who. Not inside a transaction. */
export async function withOtherParty(
  ctx: Context,
  row: AppointmentRow,
  people: readonly PartyPerson[],
): Promise<{ time: OtherTime; party: Required<Pick<NewMove, 'people' | 'names' | 'was' | 'guests'>> }> {
  const catalog = await catalogOf(ctx.database)
  const search = await findSearch(ctx.database, row.search_id)
  const [known] = await numbersOf(ctx.reads, [row.provider_id])
  if (!search || !known) throw new Refusal('state_changed')
  if (
    people.flatMap(({ services }) => services).some((id) => catalog.services.get(id)?.categoryId !== search.category_id)
  )
    throw refuseField('unknown_service', 'people')
  if (
    mixesTrial(
      catalog,
      people.flatMap(({ services }) => services),
    )
  )
    throw refuseField('trial_alone', 'people')
  const before = partyIn(row)
  if (people.some(({ person }) => person !== null && person > before.length)) throw refuseField('party_same', 'people')
  await refuseUnknownGuests(ctx, row, people)
  const { looks, order } = looksIn(people)
  const names = order.map((i) => people[i]).map((one) => one?.name || row.names[(one?.person ?? 0) - 1] || '')
  const same =
    people.length === before.length &&
    order.every((i, at) => sorted(people[i]?.services ?? []) === sorted(before[at]?.services.map(({ id }) => id) ?? []))
  if (same) throw refuseField('party_same', 'people')
  // The time that counts stays: ready by then, or beginning then.
  const local = (at: Date) => isoIn(row)(at.getTime()).slice(11, 16)
  const times = row.ready_at
    ? { finish_time: local(row.ready_at), start_time: null, time_constraint: 'finish' as const }
    : {}
  const asked = resolveSearch({ ...search, event_date: row.event_date, ...times, people: looks }, catalog, ctx.now)
  const anew = await priceAnew(ctx, row, asked, known.no, addOnsOf(row, people, order))
  if (anew === 'not_offered') throw refuseField('service_not_theirs', 'people')
  if (anew === 'no_time') throw refuseField('party_does_not_fit', 'people')
  const { plan, body, totalMinor, depositMinor, feeMinor } = anew
  return {
    party: {
      people: looks,
      names,
      was: order.map((i) => people[i]?.person ?? 0),
      guests: order.map((i) => (people[i]?.person === null ? people[i].guest : null)),
    },
    time: {
      eventDate: row.event_date,
      body,
      starts: new Date(plan.arriveAt),
      ends: new Date(plan.doneAt),
      ready: plan.readyBy ? new Date(plan.readyBy) : null,
      totalMinor,
      depositMinor,
      feeMinor,
    },
  }
}

// Whoever comes by the guest list is on it now, and not of the party yet.
async function refuseUnknownGuests(ctx: Context, row: AppointmentRow, people: readonly PartyPerson[]): Promise<void> {
  const named = people.flatMap(({ person, guest }) => (person === null && guest ? [guest] : []))
  if (named.length === 0) return
  const waiting = (await guestsOf(ctx.db, row.id)).filter(({ person }) => person === null)
  if (named.some((guest) => !waiting.some(({ id }) => id === guest))) throw new Refusal('state_changed')
}

const sorted = (ids: readonly string[]): string => ids.toSorted().join(' ')

/** Equal sets of services are one look, where the first of them stood; `order` is who comes where in the plan. */
function looksIn(people: readonly PartyPerson[]): { looks: People; order: number[] } {
  const groups = Map.groupBy(people.keys(), (i) => sorted(people[i]?.services ?? []))
  return {
    looks: [...groups.values()].map((members) => ({
      count: members.length,
      services: [...(people[members[0] ?? 0]?.services ?? [])],
    })),
    order: [...groups.values()].flat(),
  }
}

/** What was added for those who stay, to services that they still get, by their place in the new plan. */
const addOnsOf = ({ body }: AppointmentRow, people: readonly PartyPerson[], order: readonly number[]): KeptAddOn[] =>
  (body.terms?.addOns ?? []).flatMap((one) => {
    const place = order.findIndex(
      (i) => people[i]?.person === one.person && people[i]?.services.includes(one.serviceId),
    )
    return place < 0 ? [] : [{ ...one, person: place + 1 }]
  })
