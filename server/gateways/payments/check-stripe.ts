import type Stripe from 'stripe'
import { stripeCountries } from './keys.ts'
import { getStripeClient } from './stripe.ts'

type Answer = { lines: string[]; well: boolean }
type Asked = [what: string, ask: (stripe: Stripe, country: string) => Promise<string | true>]

const platformEvents = [
  'payment_intent.amount_capturable_updated',
  'payment_intent.succeeded',
  'refund.updated',
  'transfer.reversed',
  'charge.dispute.created',
]
const accountEvents = ['account.updated', 'payout.paid', 'payout.failed']

const hears = (endpoints: readonly Stripe.WebhookEndpoint[], path: string, events: readonly string[]) => {
  const there = endpoints.find(({ url, status }) => url.endsWith(path) && status === 'enabled')
  if (!there) return `there is no endpoint at …${path}`
  const missing = events.filter((one) => !there.enabled_events.includes(one) && !there.enabled_events.includes('*'))
  return missing.length === 0 || `…${path} is not told of ${missing.join(', ')}`
}
const endpointsOf = async (stripe: Stripe) => (await stripe.webhookEndpoints.list({ limit: 100 })).data

const asked: readonly Asked[] = [
  [
    'the account stands in its market’s country',
    async (stripe, country) => {
      const account = await stripe.accounts.retrieveCurrent()
      return account.country === country || `it stands in ${account.country ?? 'no country'}`
    },
  ],
  [
    'its own payouts are made by hand',
    async (stripe) => {
      const interval = (await stripe.balanceSettings.retrieve()).payments.payouts?.schedule?.interval
      return interval === 'manual' || `they are ${interval}: they sweep away what transfers need`
    },
  ],
  [
    'the platform’s events come in',
    async (stripe) => hears(await endpointsOf(stripe), '/v1/payments/events/stripe', platformEvents),
  ],
  [
    'its connected accounts’ events come in',
    async (stripe) => hears(await endpointsOf(stripe), '/v1/payments/events/stripe-accounts', accountEvents),
  ],
  [
    'connected accounts are paid out by hand',
    async (stripe) => {
      const { data } = await stripe.accounts.list({ limit: 20 })
      const others = data.filter(({ settings }) => settings?.payouts?.schedule.interval !== 'manual')
      return others.length === 0 || `not so: ${others.map(({ id }) => id).join(', ')}`
    },
  ],
  [
    'a transfer from a charge bears the charge’s group',
    async (stripe) => {
      const { data } = await stripe.transfers.list({ limit: 100 })
      const mixed = data.filter((one) => one.source_transaction && !one.transfer_group?.startsWith('payment:'))
      return mixed.length === 0 || `${mixed.length} of ${data.length} do not`
    },
  ],
  [
    'every kind of line in the balance is one that the ledger knows',
    async (stripe) => {
      const known = /^(charge|payment|refund|transfer|payout|topup|adjustment|stripe_fee|network_cost|tax_fee)/
      const strange = new Set<string>()
      for await (const { type } of stripe.balanceTransactions.list({ limit: 100 }))
        if (!known.test(type)) strange.add(type)
      return strange.size === 0 || `these are booked as corrections: ${[...strange].join(', ')}`
    },
  ],
  [
    'disputes name their fee among their lines',
    async (stripe) => {
      const { data } = await stripe.disputes.list({ limit: 20 })
      if (data.length === 0) return 'none to look at: pay with pm_card_createDispute first'
      return data.some(({ balance_transactions }) => balance_transactions.some(({ fee }) => fee > 0)) || 'none does'
    },
  ],
]

export async function checkStripe(source: Readonly<Record<string, string | undefined>>): Promise<Answer> {
  const keys = stripeCountries.flatMap((country) => {
    const key = source[`STRIPE_KEY_${country}`]
    return key ? [{ country, key }] : []
  })
  if (keys.length === 0) throw new Error('STRIPE_KEY_GB (or _US, _AU, _CA): a test key is needed.')
  const live = keys.filter(({ key }) => !/^(sk|rk)_test_/.test(key))
  if (live.length > 0)
    throw new Error(`${live.map(({ country }) => `STRIPE_KEY_${country}`).join(', ')}: only test keys are allowed.`)
  const lines: string[] = []
  let well = true
  for (const { country, key } of keys)
    for (const [what, ask] of asked) {
      const said = await ask(getStripeClient(key, source['STRIPE_API'] || 'https://api.stripe.com'), country).catch(
        (fault: Error) => fault.message,
      )
      well &&= said === true
      lines.push(`${country}  ${said === true ? 'yes' : 'NO '}  ${what}${said === true ? '' : `: ${said}`}`)
    }
  return { lines, well }
}
