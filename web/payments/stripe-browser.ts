/** As much of Stripe's script as this site uses. */
export type StripeBrowser = {
  elements: (options: {
    mode: 'payment'
    amount: number
    currency: string
    captureMethod: 'manual'
    appearance?: { theme: 'stripe' | 'night' }
  }) => StripeElements
  confirmPayment: (options: {
    elements: StripeElements
    clientSecret: string
    confirmParams: { return_url: string }
    redirect: 'if_required'
  }) => Promise<{ error?: StripeError }>
}
export type StripeElements = {
  create: (kind: 'payment') => {
    mount: (at: HTMLElement) => void
    destroy: () => void
    on: (event: 'ready' | 'loaderror', hear: () => void) => void
  }
  submit: () => Promise<{ error?: StripeError }>
}
export type StripeError = { type: string; code?: string; decline_code?: string; message?: string }

const address = 'https://js.stripe.com/v3/'
let loading: Promise<StripeBrowser> | null = null

/** Stripe's own script, loaded where somebody pays and nowhere else; Stripe asks for it to come from there. */
export function loadStripe(publishableKey: string): Promise<StripeBrowser> {
  loading ??= new Promise<StripeBrowser>((resolve, reject) => {
    const script = document.createElement('script')
    script.src = address
    script.onload = () => {
      const make = (window as unknown as { Stripe?: (key: string) => StripeBrowser }).Stripe
      if (make) resolve(make(publishableKey))
      else reject(new Error('the script of the payment service did not start'))
    }
    script.onerror = () => reject(new Error('the script of the payment service did not come'))
    document.head.append(script)
  }).catch((fault) => {
    loading = null
    throw fault
  })
  return loading
}

/** The word for what Stripe's form or bank said no to; null where its own message says it best. */
export function wordForError(
  error: StripeError,
): 'pay.error.funds' | 'pay.error.declined' | 'pay.error.challenge' | 'pay.error.network' | null {
  if (error.decline_code === 'insufficient_funds') return 'pay.error.funds'
  if (error.code === 'payment_intent_authentication_failure') return 'pay.error.challenge'
  if (error.code === 'card_declined') return 'pay.error.declined'
  return error.type === 'api_connection_error' || error.type === 'api_error' ? 'pay.error.network' : null
}
