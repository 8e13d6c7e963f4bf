import type { ShownPayment } from '#contract/payments/payments.ts'
import { ApiError } from '#web/platform/api/api.ts'
import { browserApi } from '#web/platform/api/browser.ts'

export type Word = 'kept' | 'let-go' | 'refused'

/** What a payment says to whoever waits for it: kept (reserved or taken), let go, refused, or nothing yet. */
function wordOf({ state, error, kind }: Pick<ShownPayment, 'state' | 'error' | 'kind'>): Word | null {
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
  before: ShownPayment['error'] = null,
): Promise<{ word: Word; payment: ShownPayment } | null> {
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
