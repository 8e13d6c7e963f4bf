import { createPlaceholder, presentPicture, type Spot } from '#server/providers/index.ts'
import type { Minor } from '#contract/money.ts'
import type { RefundTerms } from '#contract/payments/refund.ts'
import type { AppointmentRow, listParticipants } from './appointments.queries.ts'
import { getEventDay } from '#server/platform/event-day.ts'
import type { PartyMember } from '#contract/appointments/appointment.ts'

export const getWorkSpot = (
  quote: { mode: 'mobile' | 'studio'; provider_lat: number; provider_lng: number },
  search: Spot,
): Spot =>
  quote.mode === 'studio' ? { lat: quote.provider_lat, lng: quote.provider_lng } : { lat: search.lat, lng: search.lng }

/** Returns the refund terms that applied when the booking was made. */
export const getRefundTerms = (
  row: Pick<AppointmentRow, 'policy' | 'policy_start' | 'cooling_until'>,
): RefundTerms => ({
  policy: row.policy,
  policyStart: row.policy_start.getTime(),
  coolingUntil: row.cooling_until.getTime(),
})

type Shown = Awaited<ReturnType<typeof listParticipants>>[number]

export const presentFace = (provider: Shown | undefined) =>
  provider?.media_id
    ? presentPicture({ id: provider.media_id, alt: provider.alt ?? '', file: provider.file ?? null }, 'square')
    : createPlaceholder(provider?.name ?? '')

export const createIsoFormatter =
  (row: Pick<AppointmentRow, 'event_date' | 'tz'>) =>
  (ms: number): string =>
    getEventDay(row.event_date, row.tz).iso(ms)

export function presentParty({ body, names }: Pick<AppointmentRow, 'body' | 'names'>): PartyMember[] {
  const people = [...new Set(body.plan.blocks.map(({ person }) => person))].sort((a, b) => a - b)
  return people.map((person) => ({
    person,
    name: names[person - 1] ?? '',
    services: body.plan.blocks
      .filter((block) => block.person === person)
      .map(({ serviceId, label }) => ({ id: serviceId, label })),
  }))
}

/** Returns the unpaid later part of the deposit, and the balance on the day without it, in minor units. */
export function getOpenAmounts(
  row: Pick<AppointmentRow, 'balance_paid_at' | 'total_minor' | 'deposit_minor' | 'later_minor'>,
): { laterMinor: Minor; balanceMinor: Minor } {
  const openMinor = row.balance_paid_at ? 0 : row.total_minor - row.deposit_minor
  const laterMinor = Math.min(row.later_minor, openMinor)
  return { laterMinor, balanceMinor: openMinor - laterMinor }
}
