import { loadStripe as load } from '@stripe/stripe-js/pure'
import type { Stripe } from '@stripe/stripe-js'

// Without Stripe's tracking on other pages.
load.setLoadParameters({ advancedFraudSignals: false })

let loading: Promise<Stripe> | null = null

/** Loads Stripe's script, in the server's API version, only for payments; Stripe requires its own origin. */
export function loadStripe(publishableKey: string): Promise<Stripe> {
  loading ??= load(publishableKey)
    .then((stripe) => {
      if (stripe) return stripe
      throw new Error("the payment provider's script did not start")
    })
    .catch((fault) => {
      loading = null
      throw fault
    })
  return loading
}

type StripeError = { type: string; code?: string; decline_code?: string }

/** Returns the message key of a Stripe error; null if Stripe's own message is better. */
export function getStripeErrorKey(
  error: StripeError,
): 'pay.error.funds' | 'pay.error.declined' | 'pay.error.challenge' | 'pay.error.network' | null {
  if (error.decline_code === 'insufficient_funds') return 'pay.error.funds'
  if (error.code === 'payment_intent_authentication_failure') return 'pay.error.challenge'
  if (error.code === 'card_declined') return 'pay.error.declined'
  return error.type === 'api_connection_error' || error.type === 'api_error' ? 'pay.error.network' : null
}
