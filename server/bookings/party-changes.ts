import type { PartyPerson, PartyPreview } from '#contract/bookings/party-changes.ts'
import { toMajor } from '#contract/money.ts'
import { shareAt } from '#contract/payments/refund.ts'
import { getSender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  getProviderAppointment,
  type AppointmentRow,
  createIsoFormatter,
  type NewMove,
  getCustomerAppointment,
  presentParty,
  listPaymentsOfAppointment,
  type People,
  presentBooking,
  presentOwnAppointment,
  getRefundTerms,
  updateAppointment,
} from '#server/appointments/index.ts'
import { computeMoveDifference, limitRefund } from '#server/billing/index.ts'
import { saveMoveProposal, type OtherTime, priceAnew } from './moves.ts'
import { getCatalog, hasTrialAndOthers, needsGuardian } from '#server/catalog/index.ts'
import { listProviderNumbers } from '#server/providers/index.ts'
import { findSearch, type FrozenAddOn, resolveSearch } from '#server/search/index.ts'
import { listGuests } from '#server/party/index.ts'
import type { bookings } from '#contract/bookings/bookings.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { providerBookings } from '#contract/bookings/provider-bookings.ts'

/**
 * Proposes a changed party. With `preview`, only returns the new price. `answer` builds the response in the same
 * transaction.
 */
async function proposeParty<T extends object>(
  ctx: Context,
  row: AppointmentRow,
  by: 'customer' | 'provider',
  { people, preview, guardian }: { people: readonly PartyPerson[]; preview: boolean; guardian: boolean },
  answer: (tx: Context, preview: PartyPreview | null) => Promise<T>,
): Promise<T> {
  if (row.state !== 'booked') throw new Refusal('state_changed')
  if (row.starts_at <= ctx.now) throw new Refusal('too_late')
  const { time, party } = await planOtherParty(ctx, row, people)
  const isGuardianNeeded = row.guardian_confirmed_at === null && needsGuardian(await getCatalog(ctx.database), people)
  // If the customer makes the party smaller, the refund follows the policy. If the artist does, the difference is
  // refunded in full.
  const share = by === 'provider' ? 100 : (shareAt(getRefundTerms(row), ctx.now.getTime()) as 0 | 50 | 100)
  if (preview) {
    const { dueMinor, backMinor, keptMinor, toBalanceMinor, waivedMinor, after } = computeMoveDifference(row, {
      total_minor: time.totalMinor,
      deposit_minor: time.depositMinor,
      fee_minor: time.feeMinor,
      share,
    })
    const iso = createIsoFormatter(row)
    const shown: PartyPreview = {
      total: toMajor(after.totalMinor),
      difference: toMajor(dueMinor),
      back: toMajor(limitRefund(backMinor, await listPaymentsOfAppointment(ctx, row))),
      kept: toMajor(keptMinor),
      toBalance: toMajor(toBalanceMinor),
      waived: toMajor(waivedMinor),
      startsAt: iso(time.starts.getTime()),
      endsAt: iso(time.ends.getTime()),
      people: party.names.length,
      needsGuardian: isGuardianNeeded,
    }
    return ctx.idempotent((tx) => answer(tx, shown))
  }
  if (isGuardianNeeded && !(guardian && by === 'customer')) throw createFieldRefusal('guardian_missing', 'guardian')
  const sender = await getSender(ctx)
  return ctx.idempotent(async (tx) => {
    if (isGuardianNeeded) await updateAppointment(tx.db, row.id, { guardian_confirmed_at: tx.now })
    await saveMoveProposal(tx, sender, row, by, time, { ...party, share })
    return answer(tx, null)
  })
}

/**
 * Plans and prices a booking for other people or services by its frozen terms, and maps its people. Must not run inside
 * a transaction.
 */
export async function planOtherParty(
  ctx: Context,
  row: AppointmentRow,
  people: readonly PartyPerson[],
): Promise<{ time: OtherTime; party: Required<Pick<NewMove, 'people' | 'names' | 'was' | 'guests'>> }> {
  const catalog = await getCatalog(ctx.database)
  const search = await findSearch(ctx.database, row.search_id)
  const [known] = await listProviderNumbers(ctx.reads, [row.provider_id])
  if (!search || !known) throw new Refusal('state_changed')
  if (
    people.flatMap(({ services }) => services).some((id) => catalog.services.get(id)?.categoryId !== search.category_id)
  )
    throw createFieldRefusal('unknown_service', 'people')
  if (
    hasTrialAndOthers(
      catalog,
      people.flatMap(({ services }) => services),
    )
  )
    throw createFieldRefusal('trial_alone', 'people')
  const before = presentParty(row)
  if (people.some(({ person }) => person !== null && person > before.length))
    throw createFieldRefusal('party_same', 'people')
  await refuseUnknownGuests(ctx, row, people)
  const { looks, order } = looksIn(people)
  const names = order.map((i) => people[i]).map((one) => one?.name || row.names[(one?.person ?? 0) - 1] || '')
  const same =
    people.length === before.length &&
    order.every((i, at) => sorted(people[i]?.services ?? []) === sorted(before[at]?.services.map(({ id }) => id) ?? []))
  if (same) throw createFieldRefusal('party_same', 'people')
  // Keeps the ready-by time or, for a booking without one, the start.
  const local = (at: Date) => createIsoFormatter(row)(at.getTime()).slice(11, 16)
  const times = row.ready_at
    ? { finish_time: local(row.ready_at), start_time: null, time_constraint: 'finish' as const }
    : {}
  const asked = resolveSearch({ ...search, event_date: row.event_date, ...times, people: looks }, catalog, ctx.now)
  const anew = await priceAnew(ctx, row, asked, known.no, addOnsOf(row, people, order))
  if (anew === 'not_offered') throw createFieldRefusal('service_not_theirs', 'people')
  if (anew === 'no_time') throw createFieldRefusal('party_does_not_fit', 'people')
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

// Throws unless added guests are on the guest list and not yet in the party.
async function refuseUnknownGuests(ctx: Context, row: AppointmentRow, people: readonly PartyPerson[]): Promise<void> {
  const named = people.flatMap(({ person, guest }) => (person === null && guest ? [guest] : []))
  if (named.length === 0) return
  const waiting = (await listGuests(ctx.db, row.id)).filter(({ person }) => person === null)
  if (named.some((guest) => !waiting.some(({ id }) => id === guest))) throw new Refusal('state_changed')
}

const sorted = (ids: readonly string[]): string => ids.toSorted().join(' ')

/** Groups people with equal services into looks. `order` maps them to places in the plan. */
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

/** Returns the add-ons of people who stay, for services that they keep, by their new place. */
const addOnsOf = ({ body }: AppointmentRow, people: readonly PartyPerson[], order: readonly number[]): FrozenAddOn[] =>
  (body.terms?.addOns ?? []).flatMap((one) => {
    const place = order.findIndex(
      (i) => people[i]?.person === one.person && people[i]?.services.includes(one.serviceId),
    )
    return place < 0 ? [] : [{ ...one, person: place + 1 }]
  })

type CustomerCalls = typeof bookings

export async function proposePartyAsCustomer(
  ctx: Context,
  { appointmentId, ...change }: InputOf<CustomerCalls['proposeParty']>,
): Promise<OutputOf<CustomerCalls['proposeParty']>> {
  return proposeParty(
    ctx,
    await getCustomerAppointment(ctx, appointmentId),
    'customer',
    change,
    async (tx, preview) => ({
      ...(await presentBooking(tx, appointmentId)),
      preview,
    }),
  )
}

type Calls = typeof providerBookings

export async function proposePartyAsProvider(
  ctx: Context,
  { appointmentId, ...change }: InputOf<Calls['proposeParty']>,
): Promise<OutputOf<Calls['proposeParty']>> {
  return proposeParty(
    ctx,
    await getProviderAppointment(ctx, appointmentId),
    'provider',
    change,
    async (tx, preview) => ({
      ...(await presentOwnAppointment(tx, appointmentId)),
      preview,
    }),
  )
}
