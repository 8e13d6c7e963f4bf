import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'

/** Whoever has this appointment open: its customer, its artist, its search, its run sheet. */
export const audienceOf = (
  row: Pick<AppointmentRow, 'id' | 'account_id' | 'search_id'>,
  providerAccountId: string | null,
): string[] => [
  `search:${row.search_id}`,
  `appointment:${row.id}`,
  ...(row.account_id ? [`account:${row.account_id}`] : []),
  ...(providerAccountId ? [`account:${providerAccountId}`] : []),
]
