import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { PaymentView } from '#contract/payments/payments.ts'
import { createTranslator } from '#contract/words.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'
import { Button } from '#web/ui/button.tsx'
import { Note } from '#web/ui/note.tsx'
import { paymentMessages } from './messages.ts'

const t = createTranslator(paymentMessages)

/** The button that pays, and below it what it waits for. */
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

/** The state of paying: busy, waiting for the bank, and for long; `wait` ends with the bank's word. */
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

/** Something that is missing or wrong before it can be paid: the name of its field, and what is wrong. */
export interface MissingField {
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
  isWhole?: (card: readonly MissingField[]) => boolean
  /** Opens the payment when it is sent, or answers the one that is open; several where one card pays each of them; null where something before it has to be mended first. */
  open: () => Promise<PaymentView | readonly PaymentView[] | null>
  /** The bank has reserved or taken the amount. */
  onDone: (payment: PaymentView) => void
  /** The amount was let go again: what it was for is gone. */
  onVoided?: (payment: PaymentView) => void
  /** What stands between the card and the button, as a tick for terms. */
  children?: ReactNode
}

type PaymentOutcome = 'kept' | 'let-go' | 'refused'

/** What a payment says to whoever waits for it: kept (reserved or taken), let go, refused, or nothing yet. */
function wordOf({ state, error, kind }: Pick<PaymentView, 'state' | 'error' | 'kind'>): PaymentOutcome | null {
  // A share of a bill stays reserved until everybody has paid.
  if (state === 'capturing' || state === 'captured' || (state === 'authorised' && kind === 'share')) return 'kept'
  if (state === 'voiding' || state === 'voided' || state === 'ended') return 'let-go'
  return state === 'open' && error ? 'refused' : null
}

const pauses = [400, 700, 1_000, 1_500, 2_000, 3_000]

/** Asks until the bank has said its word; a line that fails meanwhile is tried again. Ends by the signal without a word. */
export async function waitForBank(
  paymentId: string,
  signal: AbortSignal,
  before: PaymentView['error'] = null,
): Promise<{ word: PaymentOutcome; payment: PaymentView } | null> {
  for (let round = 0; !signal.aborted; round++) {
    try {
      const { payment } = await browserApi().payments.read({ paymentId }, { signal })
      const word = wordOf(payment)
      // What the bank said to an earlier try is no answer to this one, until it has had a moment.
      if (word && !(word === 'refused' && payment.error === before && round < pauses.length)) return { word, payment }
    } catch (fault) {
      if (fault instanceof ApiError && fault.status >= 400 && fault.status < 500 && fault.status !== 429) throw fault
    }
    await new Promise((resolve) => setTimeout(resolve, pauses[Math.min(round, pauses.length - 1)]))
  }
  return null
}
