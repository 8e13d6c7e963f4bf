import type { RefundTerms } from '#contract/payments/refund.ts'
import type { AppointmentRow } from './appointment-queries.ts'

/** Returns the refund terms of a booking, as they were when it was made. */
export const termsOf = (row: Pick<AppointmentRow, 'policy' | 'policy_start' | 'cooling_until'>): RefundTerms => ({
  policy: row.policy,
  policyStart: row.policy_start.getTime(),
  coolingUntil: row.cooling_until.getTime(),
})
