import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import {
  form1099kThreshold,
  type platformReport,
  reportPeriods,
  type ReportSums,
} from '#contract/operator/platform-report.ts'
import type { CountryCode } from '#contract/values.ts'
import { getCatalog } from '#server/catalog/index.ts'
import { getIdentityKeys } from '#server/pictures/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { recordAccess } from '#server/platform/oversight/access-log.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { getBusiness } from '#server/platform/settings.ts'
import {
  countSellers,
  fetchSellers,
  listSellers,
  type MonthSums,
  type SellerRow,
  sumCompletedServices,
  sumPayments,
} from './platform-report.queries.ts'
import {
  buildOtherSellersCsv,
  buildReport,
  type OtherSeller,
  type Platform,
  type ReportedSeller,
} from './report-file.ts'
import { openIdentity } from './seller-identity.ts'
import { listSellerIdentities } from './seller-identity.queries.ts'
import { getInvoiceDetails } from '#server/payments/tax.queries.ts'

type PeriodSums = ReportSums & { period: string }

export async function listReportSellers(
  ctx: Context,
  { country, year: asked, state, cursor }: InputOf<typeof platformReport.sellers>,
): Promise<OutputOf<typeof platformReport.sellers>> {
  const { currency, year } = await getReportYear(ctx, country, asked)
  const { rows, nextCursor } = await fetchSellers(ctx.db, { country, year, now: ctx.now, state, cursor })
  const ids = rows.map(({ id }) => id)
  const periods = await listPeriods(ctx, { country, currency, year, ids })
  const ends = new Map((await listSellerIdentities(ctx.db, ids)).map((row) => [row.provider_id, row.tax_number_end]))
  await recordAccess(ctx, { what: 'platform_report', of: rows.map(({ account_id }) => account_id) })
  return {
    country,
    year,
    currency,
    counts: await countSellers(ctx.db, { country, year, now: ctx.now }),
    sellers: rows.map(({ id, name, state }) => {
      const sums = periods(id)
      return { providerId: id, name, state, taxNumberEnd: ends.get(id) ?? '', ...addSums(sums), periods: sums }
    }),
    nextCursor,
  }
}

/** A seller's sums by period of the market's report, zero where nothing was paid. */
async function listPeriods(
  ctx: Context,
  { country, currency, year, ids }: { country: CountryCode; currency: string; year: number; ids: readonly string[] },
): Promise<(providerId: string) => PeriodSums[]> {
  const asked = { providerIds: ids, currency, year }
  const rows = await (country === 'US' ? sumPayments(ctx.db, asked) : sumCompletedServices(ctx.db, asked))
  const byProvider = Map.groupBy(rows, ({ provider_id }) => provider_id)
  const names = reportPeriods[country]
  return (providerId) => {
    const months = byProvider.get(providerId) ?? []
    return names.map((period, index) => ({
      period,
      ...sumMonths(months.filter(({ month }) => Math.floor(((month - 1) * names.length) / 12) === index)),
    }))
  }
}

function sumMonths(months: readonly MonthSums[]): ReportSums {
  const sum = (name: 'gross' | 'fee' | 'services') => months.reduce((all, month) => all + month[name], 0)
  return { gross: toMajor(sum('gross')), fee: toMajor(sum('fee')), services: sum('services') }
}

function addSums(periods: readonly ReportSums[]): ReportSums {
  const sum = (name: 'gross' | 'fee') => toMajor(periods.reduce((all, one) => all + toMinor(one[name]), 0))
  return { gross: sum('gross'), fee: sum('fee'), services: periods.reduce((all, { services }) => all + services, 0) }
}

async function getReportYear(
  ctx: Context,
  country: CountryCode,
  asked: number | undefined,
): Promise<{ currency: string; year: number }> {
  const market = (await getCatalog(ctx.database)).markets.get(country)
  if (!market) throw new Refusal('not_found')
  return { currency: market.currency, year: asked ?? Number(zonedDay(ctx.now.toISOString(), 'UTC').slice(0, 4)) }
}

/**
 * Builds a market's report of a year. Artists without a tax identity and, in the US, below the threshold are in the
 * second file. Must not run inside a transaction.
 */
export async function exportPlatformReport(
  ctx: Context,
  { country, year: asked }: InputOf<typeof platformReport.file>,
): Promise<OutputOf<typeof platformReport.file>> {
  const platform = await getPlatform(ctx, country)
  const { currency, year } = await getReportYear(ctx, country, asked)
  const sellers = await listSellers(ctx.db, { country, year, now: ctx.now })
  const { reported, others } = await splitSellers(ctx, { country, currency, year, sellers })
  const file = await buildReport({ country, year, currency, platform, sellers: reported, at: ctx.now })
  await ctx.transaction(async (ctx) => {
    await recordAudit(ctx, {
      act: 'report.export',
      subject: { kind: 'platform_report', id: `${country} ${year}` },
      after: { reported: reported.length, notReported: others.length },
    })
    await recordAccess(ctx, {
      what: 'platform_report',
      subjectId: `${country} ${year}`,
      of: sellers.map(({ account_id }) => account_id),
    })
  })
  return {
    file,
    reported: reported.length,
    others: {
      name: `primp-${country}-${year}-not-reported.csv`,
      type: 'text/csv',
      content: buildOtherSellersCsv(others, currency),
    },
    notReported: others.length,
  }
}

async function getPlatform(ctx: Context, country: CountryCode): Promise<Platform> {
  const { legalName } = await getBusiness(ctx.database, ctx.env)
  const { tax_number: taxNumber, business_address: address } = await getInvoiceDetails(ctx.db, country)
  const { PLATFORM_REPORT_ID: id, sampleMarket } = ctx.env
  const isXml = country === 'GB' || country === 'CA'
  if (!sampleMarket && (!taxNumber || (isXml && !(address && id)))) throw new Refusal('report_setup_missing')
  return { legalName, taxNumber, address: address || 'Sample address', id: id || 'SAMPLE' }
}

async function splitSellers(
  ctx: Context,
  {
    country,
    currency,
    year,
    sellers,
  }: { country: CountryCode; currency: string; year: number; sellers: readonly SellerRow[] },
): Promise<{ reported: ReportedSeller[]; others: OtherSeller[] }> {
  const ids = sellers.map(({ id }) => id)
  const periods = await listPeriods(ctx, { country, currency, year, ids })
  const identities = new Map((await listSellerIdentities(ctx.db, ids)).map((row) => [row.provider_id, row]))
  const keys = await getIdentityKeys(ctx)
  const reported: ReportedSeller[] = []
  const others: OtherSeller[] = []
  for (const { id, name, email, state } of sellers) {
    const sums = periods(id)
    const total = addSums(sums)
    if (total.gross === 0 && total.services === 0) continue
    const row = identities.get(id)
    const opened = row && (await openIdentity(row, keys).catch(() => null))
    const reason = !row
      ? state === 'overdue'
        ? 'overdue'
        : 'missing'
      : !opened
        ? 'unreadable'
        : country === 'US' && !isAboveThreshold(total)
          ? 'below_threshold'
          : null
    if (reason !== null || !row || !opened) others.push({ providerId: id, name, reason: reason ?? 'missing', ...total })
    else
      reported.push({
        providerId: id,
        isIndividual: row.entity_type === 'individual',
        firstName: row.first_name,
        name: row.name,
        street: row.street,
        city: row.city,
        region: row.region,
        postcode: row.postcode,
        registrationNumber: row.registration_number,
        taxNumberKind: row.tax_number_kind,
        email: email ?? '',
        ...opened,
        periods: sums,
        total,
      })
  }
  return { reported, others }
}

const isAboveThreshold = ({ gross, services }: ReportSums): boolean =>
  gross > form1099kThreshold.gross && services > form1099kThreshold.transactions
