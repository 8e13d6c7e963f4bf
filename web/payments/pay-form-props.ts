import type { ReactNode } from 'react'
import type { ShownPayment } from '#contract/payments/payments.ts'

/** Something that is missing or wrong before it can be paid: the name of its field, and what is wrong. */
export interface Gap {
  field: string
  message: string
}

export interface PayFormProps {
  /** Whose money it is: the country of the event's place. */
  country: 'AU' | 'US' | 'GB' | 'CA'
  /** In major units. */
  amount: number
  currency: string
  email: string
  /** What the button says: Pay £138.00 and book. */
  label: ReactNode
  /** Looks at all that stands before the card, with what the card lacks; nothing is paid before it says yes. */
  isWhole?: (card: readonly Gap[]) => boolean
  /** Opens the payment when it is sent, or answers the one that is open; several where one card pays each of them; null where something before it has to be mended first. */
  open: () => Promise<ShownPayment | readonly ShownPayment[] | null>
  /** The bank has reserved or taken the amount. */
  onDone: (payment: ShownPayment) => void
  /** The amount was let go again: what it was for is gone. */
  onVoided?: (payment: ShownPayment) => void
  /** What stands between the card and the button, as a tick for terms. */
  children?: ReactNode
}
