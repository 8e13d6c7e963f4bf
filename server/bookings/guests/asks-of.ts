import type { PartyMember } from '#contract/bookings/appointment.ts'
import type { GuestOf } from './guest-queries.ts'

type Named = PartyMember['services'][number]
type Wish = Pick<GuestOf, 'services' | 'labels' | 'declined_at'>

/** Whether these are the same services, in whatever order. */
export const sameServices = (a: readonly string[], b: readonly string[]): boolean =>
  a.toSorted().join(' ') === b.toSorted().join(' ')

/** What a guest would like to have done that is not what is booked for them, while nobody has said no to it; null where nothing is open. */
export function asksOf({ services, labels, declined_at }: Wish, booked: readonly Named[]): Named[] | null {
  if (!services || declined_at) return null
  if (
    sameServices(
      services,
      booked.map(({ id }) => id),
    )
  )
    return null
  return services.map((id, i) => ({ id, label: labels?.[i] ?? id }))
}
