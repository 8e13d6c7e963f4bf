import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PaymentView } from '#contract/payments/payments.ts'
import { createTranslator } from '#contract/i18n/messages.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { paymentMessages } from './messages.ts'

const t = createTranslator(paymentMessages)

export function PayButton({
  stage,
  email,
  children,
}: {
  stage: 'idle' | 'busy' | 'waiting' | 'long'
  email: string
  children: ReactNode
}) {
  return (
    <>
      <Button type="submit" size="large" full loading={stage !== 'idle'}>
        <Lock className="icon" aria-hidden="true" />
        {children}
      </Button>
      <div role="status">
        {stage === 'waiting' && <p className="small muted">{t('pay.waiting')}</p>}
        {stage === 'long' && <Note kind="info">{t('pay.waiting.long', { email })}</Note>}
      </div>
    </>
  )
}

const LONG_MS = 15_000

/** Returns the payment's pending state; `wait` polls until the gateway's result. */
export function usePaying() {
  const [stage, setStage] = useState<'idle' | 'busy' | 'waiting' | 'long'>('idle')
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const wait = async (payment: PaymentView): Promise<{ word: PaymentOutcome; payment: PaymentView } | null> => {
    leaving.current?.abort()
    const leave = new AbortController()
    leaving.current = leave
    setStage('waiting')
    const late = setTimeout(() => setStage('long'), LONG_MS)
    try {
      return await waitForBank(payment.id, leave.signal, payment.error)
    } finally {
      clearTimeout(late)
    }
  }
  return { stage, setStage, wait }
}

/** A missing or invalid field before payment: name and message. */
export interface MissingField {
  field: string
  message: string
}

export interface PayFormProps {
  country: 'AU' | 'US' | 'GB' | 'CA'
  amount: number
  currency: string
  email: string
  label: ReactNode
  /** Validates the fields before the card, together with the card's errors; false stops the payment. */
  isWhole?: (card: readonly MissingField[]) => boolean
  /**
   * Creates the payment on submit, or returns the open one; several if one card pays each; null if a field is invalid.
   */
  open: () => Promise<PaymentView | readonly PaymentView[] | null>
  onDone: (payment: PaymentView) => void
  /** Voided, because the time was lost. */
  onVoided?: (payment: PaymentView) => void
  children?: ReactNode
}

type PaymentOutcome = 'kept' | 'let-go' | 'refused'

/** Returns the outcome of a payment: authorised or captured, voided, declined, or null if pending. */
function wordOf({ state, error, kind }: Pick<PaymentView, 'state' | 'error' | 'kind'>): PaymentOutcome | null {
  // A share stays authorised until all shares are paid.
  if (state === 'capturing' || state === 'captured' || (state === 'authorised' && kind === 'share')) return 'kept'
  if (state === 'voiding' || state === 'voided' || state === 'ended') return 'let-go'
  return state === 'open' && error ? 'refused' : null
}

const pauses = [400, 700, 1_000, 1_500, 2_000, 3_000]

/** Polls until the gateway's result, retrying failed requests. An aborted signal ends it without one. */
export async function waitForBank(
  paymentId: string,
  signal: AbortSignal,
  before: PaymentView['error'] = null,
): Promise<{ word: PaymentOutcome; payment: PaymentView } | null> {
  for (let round = 0; !signal.aborted; round++) {
    try {
      const { payment } = await browserApi().payments.read({ paymentId }, { signal })
      const word = wordOf(payment)
      // A decline of an earlier attempt is ignored for some rounds.
      if (word && !(word === 'refused' && payment.error === before && round < pauses.length)) return { word, payment }
    } catch (fault) {
      if (fault instanceof ApiError && fault.status >= 400 && fault.status < 500 && fault.status !== 429) throw fault
    }
    await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(round, pauses.length - 1)]))
  }
  return null
}
