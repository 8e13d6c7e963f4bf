import { parseArgs } from 'node:util'
import { createFilesPrivately } from '#db/private-files.ts'
import { formatMoney } from '#contract/format.ts'
import { stripeCountries } from '#server/gateways/payments/keys.ts'
import { checkStripe } from '#server/gateways/payments/check-stripe.ts'
import { readEnv } from '#server/platform/env.ts'
import { createJobContext } from '#server/platform/jobs.ts'
import { openLog } from '#server/platform/log.ts'
import { openSiteDatabase } from '#server/platform/site-database.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { readLinesOf } from './ledger-check.ts'
import { getBankBooks } from './operator-payments.ts'

const usage = `npm run payments:reconcile -- --month 2026-11 [--country GB]   compares a month at the payment provider with the ledger and lists each difference
npm run payments:check                                          verifies assumptions at the payment provider with its test keys; reads only`

/** Reconciles the gateway's books with the ledger and checks our assumptions about the gateway. */
async function run(): Promise<{ lines: string[]; well: boolean }> {
  createFilesPrivately()
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { month: { type: 'string' }, country: { type: 'string' } },
  })
  if (positionals[0] === 'check') return checkStripe(process.env)
  if (positionals[0] !== 'reconcile' || !/^20\d{2}-(0[1-9]|1[0-2])$/.test(values.month ?? '')) throw new Error(usage)
  const countries = values.country ? stripeCountries.filter((one) => one === values.country) : stripeCountries
  if (countries.length === 0) throw new Error(usage)
  return reconcile(values.month ?? '', countries)
}

async function reconcile(month: string, countries: readonly string[]): Promise<{ lines: string[]; well: boolean }> {
  const env = readEnv(process.env)
  const database = await openSiteDatabase(env)
  try {
    const rig = { database, env, log: openLog(env.LOG_LEVEL), metrics: openMetrics(), clock: () => new Date() }
    const ctx = createJobContext(rig, 'payments reconcile')
    const lines: string[] = []
    let well = true
    for (const country of countries) {
      if (env.PAYMENTS === 'stripe') await readLinesOf(ctx, country, new Date(`${month}-01T00:00:00Z`))
      const { totals, differences, readAt } = await getBankBooks(ctx, { month, country: country as 'GB' })
      lines.push(`${country}: ${differences.length} differences, read until ${readAt ?? 'never'}`)
      for (const { currency, service, ledger } of totals)
        lines.push(`  total: provider ${shown(service, currency)}, ledger ${shown(ledger, currency)}`)
      for (const one of differences)
        lines.push(
          `  ${one.at.slice(0, 19)}  ${one.why}  ${one.name}  provider ${shown(one.service, one.currency)}, ledger ${shown(one.ledger, one.currency)}${one.payment ? `, payment ${one.payment.number}` : ''}`,
        )
      well &&= differences.length === 0
    }
    return { lines, well }
  } finally {
    await database.close()
  }
}

const shown = (amount: number, currency: string): string =>
  formatMoney(amount, currency, { decimals: 'always', mixed: true })

run().then(
  ({ lines, well }) => {
    process.stdout.write(`${lines.join('\n')}\n`)
    process.exit(well ? 0 : 1)
  },
  (fault: Error) => {
    process.stderr.write(`${fault.message}\n`)
    process.exit(1)
  },
)
