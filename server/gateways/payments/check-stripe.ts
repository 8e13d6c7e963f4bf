import Stripe from 'stripe'
import { stripeCountries } from './keys.ts'
import { BEAUTY_MCC, getStripeClient } from './stripe.ts'
import { accountEvents, platformEvents } from './stripe-events.ts'

type Answer = { lines: string[]; well: boolean }
type Place = { country: string; site: string }
/** A requirement, and a read-only check of it: true, or what is wrong. */
type Check = [requirement: string, check: (stripe: Stripe, place: Place) => Promise<string | true>]

/** The platform's prefix, an asterisk, a space and 12 characters of the artist's name fill the 22 of a statement. */
const MAX_PREFIX = 8

async function checkEndpoint(stripe: Stripe, path: string, events: readonly string[]): Promise<string | true> {
  const endpoints = (await stripe.webhookEndpoints.list({ limit: 100 })).data
  const endpoint = endpoints.find(({ url, status }) => url.endsWith(path) && status === 'enabled')
  if (!endpoint) return `there is no enabled endpoint at …${path}`
  const known = new Set(endpoint.enabled_events)
  const missing = known.has('*') ? [] : events.filter((event) => !known.has(event))
  const further = [...known].filter((event) => event !== '*' && !events.includes(event))
  const version = endpoint.api_version
  return (
    [
      missing.length > 0 && `…${path} lacks ${missing.join(', ')}`,
      further.length > 0 && `…${path} sends ${further.join(', ')}, which this site ignores`,
      version !== Stripe.API_VERSION &&
        `…${path} has API version ${version ?? '(the account’s default)'}; create it with ${Stripe.API_VERSION}`,
    ]
      .filter(Boolean)
      .join('; ') || true
  )
}

async function listAccounts(stripe: Stripe): Promise<Stripe.Account[]> {
  const accounts: Stripe.Account[] = []
  for await (const account of stripe.accounts.list({ limit: 100 })) accounts.push(account)
  return accounts
}

const list = (accounts: readonly Stripe.Account[]): string => accounts.map(({ id }) => id).join(', ')

const checks: readonly Check[] = [
  [
    'the account is in the country of its market',
    async (stripe, { country }) => {
      const account = await stripe.accounts.retrieveCurrent()
      return account.country === country || `it is in ${account.country ?? 'no country'}`
    },
  ],
  [
    'the account can take card payments',
    async (stripe) => {
      const { capabilities } = await stripe.accounts.retrieveCurrent()
      return capabilities?.card_payments === 'active' || `card_payments is ${capabilities?.card_payments ?? 'missing'}`
    },
  ],
  [
    'the statement descriptor and its prefix name the platform, with room for the artist’s name',
    async (stripe) => {
      const { settings } = await stripe.accounts.retrieveCurrent()
      const [whole, prefix] = [
        settings?.payments.statement_descriptor,
        settings?.card_payments?.statement_descriptor_prefix,
      ]
      if (!whole || !prefix) return 'set both at Settings, Business, Public details'
      return prefix.length <= MAX_PREFIX || `the prefix ${prefix} has more than ${MAX_PREFIX} characters`
    },
  ],
  [
    'onboarding pages and receipts have the platform’s icon and colour',
    async (stripe) => {
      const branding = (await stripe.accounts.retrieveCurrent()).settings?.branding
      const missing = [!branding?.icon && !branding?.logo && 'icon', !branding?.primary_color && 'colour'].filter(
        Boolean,
      )
      return missing.length === 0 || `no ${missing.join(' and no ')} at Settings, Business, Branding`
    },
  ],
  [
    'payouts of the account are manual',
    async (stripe) => {
      const interval = (await stripe.balanceSettings.retrieve()).payments.payouts?.schedule?.interval
      return interval === 'manual' || `they are ${interval ?? 'automatic'}, which removes money that transfers need`
    },
  ],
  [
    'the endpoint for events of the platform',
    (stripe) => checkEndpoint(stripe, '/v1/payments/events/stripe', platformEvents),
  ],
  [
    'the endpoint for events of connected accounts',
    (stripe) => checkEndpoint(stripe, '/v1/payments/events/stripe-accounts', accountEvents),
  ],
  [
    'the site’s domain is registered for wallets',
    async (stripe, { site }) => {
      const { data } = await stripe.paymentMethodDomains.list({ limit: 100 })
      return data.some(({ domain_name, enabled }) => enabled && domain_name === site) || `${site} is not registered`
    },
  ],
  [
    'connected accounts are in the country of the market and have requested card payments and transfers',
    async (stripe, { country }) => {
      const wrong = (await listAccounts(stripe)).filter(
        (account) =>
          account.country !== country || !account.capabilities?.card_payments || !account.capabilities.transfers,
      )
      return wrong.length === 0 || `not so: ${list(wrong)}`
    },
  ],
  [
    'connected accounts have a category, a page and a description of what they sell',
    async (stripe) => {
      const wrong = (await listAccounts(stripe)).filter(
        ({ business_profile: profile }) => profile?.mcc !== BEAUTY_MCC || !profile.url || !profile.product_description,
      )
      return wrong.length === 0 || `not so: ${list(wrong)}`
    },
  ],
  [
    'payouts of connected accounts are manual',
    async (stripe) => {
      const wrong = (await listAccounts(stripe)).filter(
        ({ settings }) => settings?.payouts?.schedule.interval !== 'manual',
      )
      return wrong.length === 0 || `not so: ${list(wrong)}`
    },
  ],
  [
    'a transfer has the group of its charge',
    async (stripe) => {
      const { data } = await stripe.transfers.list({ limit: 100 })
      const mixed = data.filter((one) => one.source_transaction && !one.transfer_group?.startsWith('payment:'))
      return mixed.length === 0 || `${mixed.length} of ${data.length} have not`
    },
  ],
  [
    'the ledger knows every type of balance transaction',
    async (stripe) => {
      const known = /^(charge|payment|refund|transfer|payout|topup|adjustment|stripe_fee|network_cost|tax_fee)/
      const unknown = new Set<string>()
      for await (const { type } of stripe.balanceTransactions.list({ limit: 100 }))
        if (!known.test(type)) unknown.add(type)
      return unknown.size === 0 || `recorded as corrections: ${[...unknown].join(', ')}`
    },
  ],
  [
    'a dispute names its fee',
    async (stripe) => {
      const { data } = await stripe.disputes.list({ limit: 20 })
      if (data.length === 0) return 'there is none to look at; pay with pm_card_createDispute first'
      return data.some(({ balance_transactions }) => balance_transactions.some(({ fee }) => fee > 0)) || 'none does'
    },
  ],
]

/** Checks that only Stripe can answer, for each market. */
const approvals = [
  'The platform profile (Connect, Settings) says that artists sell services on a marketplace, and that the platform is liable for refunds and negative balances.',
  'Separate charges and transfers are enabled for the platform, with `on_behalf_of`.',
  'The business description says that deposits are taken for events up to 18 months ahead.',
]

/**
 * Compares Stripe's settings with what this site needs, with test keys. Reads only. Returns a line for each check and
 * the approvals to ask for. Throws without a test key, and for a live one.
 */
export async function checkStripe(source: Readonly<Record<string, string | undefined>>): Promise<Answer> {
  const keys = stripeCountries.flatMap((country) => {
    const key = source[`STRIPE_KEY_${country}`]
    return key ? [{ country, key }] : []
  })
  if (keys.length === 0) throw new Error('Set a test key: STRIPE_KEY_GB, _US, _AU or _CA.')
  const live = keys.filter(({ key }) => !/^(sk|rk)_test_/.test(key))
  if (live.length > 0)
    throw new Error(`${live.map(({ country }) => `STRIPE_KEY_${country}`).join(', ')}: only test keys are accepted.`)
  const api = source['STRIPE_API'] || 'https://api.stripe.com'
  const site = new URL(source['PUBLIC_URL'] || 'http://localhost:3000').hostname
  const lines: string[] = []
  let well = true
  for (const { country, key } of keys)
    for (const [requirement, check] of checks) {
      const result = await check(getStripeClient(key, api), { country, site }).catch((fault: Error) => fault.message)
      well &&= result === true
      lines.push(
        `${country}  ${result === true ? 'yes' : 'NO '}  ${requirement}${result === true ? '' : `: ${result}`}`,
      )
    }
  for (const { country } of keys) for (const approval of approvals) lines.push(`${country}  ask  ${approval}`)
  return { lines, well }
}
