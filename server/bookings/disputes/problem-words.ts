import type { problemKinds } from '#contract/bookings/appointment.ts'

/** What was reported, as notices and the console say it. */
export const problemLabels: Record<(typeof problemKinds)[number], string> = {
  no_show: 'Did not come',
  late: 'Came late',
  other_work: 'Not what was booked',
  price: 'Price on the day',
  damage: 'Damage or reaction',
  other: 'Something else',
}
