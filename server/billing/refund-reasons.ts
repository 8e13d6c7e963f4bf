import { type Country, stripEnd } from '#contract/words.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import type { RefundRow } from '#server/payments/index.ts'
import { type AppointmentRow, noticeLines } from '#server/appointments/index.ts'

/** Reasons of refunds after a cancellation, as operators read them. */
export const refundReasons = {
  customer: 'The customer cancelled.',
  provider: 'The artist cancelled.',
  operator: 'The team cancelled.',
} as const

type Side = keyof typeof refundReasons
const sides = Object.keys(refundReasons) as Side[]

/** Facts of refunds that were made in the dashboard of the payment provider begin with the name of the gateway. */
const isFromGateway = ({ fact }: Pick<RefundRow, 'fact'>): boolean => /^(stripe|test):/.test(fact)

/**
 * Returns the reason of a refund without a full stop, in the words of its reader: the customer, or someone who paid a
 * share of the bill. Null if there is none to show.
 */
export function formatRefundReason(
  refund: Pick<RefundRow, 'fact' | 'reason'>,
  { country_code }: Pick<AppointmentRow, 'country_code'>,
  reader: 'customer' | 'payer',
): string | null {
  if (isFromGateway(refund)) return null
  const t = createTranslator(noticeLines, country_code as Country)
  const by = sides.find((side) => refundReasons[side] === refund.reason)
  if (!by) return stripEnd(refund.reason, /[.]/)
  return t(`reason.cancelled.${by === 'customer' && reader === 'payer' ? 'shared' : by}`)
}

/**
 * Returns whether the email about the cancellation already announced this refund. A refund that waited for approval is
 * announced again, because that email could not say when it would be sent.
 */
export const isAnnouncedWithCancellation = ({ fact, asked_by }: Pick<RefundRow, 'fact' | 'asked_by'>): boolean =>
  fact.startsWith('cancel:') && asked_by === null
