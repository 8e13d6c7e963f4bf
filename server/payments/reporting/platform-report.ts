import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { zonedDay } from '#contract/format.ts'
import { toMajor, toMinor } from '#contract/money.ts'
import {
  form1099kThreshold,
  type platformReport,
  type ReportExport,
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
  findFiledReport,
  findReportExport,
  insertReportExport,
  listReportExports,
  lockReportYear,
  setReportFiled,
  wasFiledSince,
} from './report-exports.queries.ts'
import { buildOtherSellersCsv, buildReport, type OtherSeller, type ReportFile } from './report-file.ts'
import {
  buildMessages,
  type FiledReport,
  type Platform,
  type ReportedSeller,
  type ReportMessage,
} from './report-records.ts'
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
    exports: await presentExports(ctx, { country, year }),
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
 * Builds a market's report of a year. Once a report of the year was filed, it has only what changed since: corrections
 * and new artists, in a file each. Artists without a tax identity and, in the US, below the threshold are in a file of
 * their own. Saves the export. Must not run inside a transaction.
 */
export async function exportPlatformReport(
  ctx: Context,
  { country, year: asked }: InputOf<typeof platformReport.file>,
): Promise<OutputOf<typeof platformReport.file>> {
  const platform = await getPlatform(ctx, country)
  const { currency, year } = await getReportYear(ctx, country, asked)
  const filed = await findFiledReport(ctx.db, { country, year })
  const sellers = await listSellers(ctx.db, { country, year, now: ctx.now })
  const { reported, others } = await splitSellers(ctx, { country, currency, year, sellers, filed })
  const messages = buildMessages({ country, year, platform, sellers: reported, filed, at: ctx.now })
  const [first] = messages
  const files = new Map<ReportMessage['kind'], { file: ReportFile; sellers: number }>()
  for (const message of messages)
    files.set(message.kind, {
      file: await buildReport({ country, year, currency, platform, message, at: ctx.now }),
      sellers: message.sellers.length,
    })
  const [added, corrections] = [files.get('new'), files.get('corrections')]
  const counts = { reported: added?.sellers ?? 0, corrected: corrections?.sellers ?? 0, notReported: others.length }
  await ctx.transaction(async (ctx) => {
    if (first)
      await insertReportExport(ctx.db, {
        country,
        year,
        now: ctx.now,
        by: ctx.viewer.accountId,
        platform,
        // Both messages refer to the same record of the platform.
        operatorRef: first.operator.docRef,
        sellers: messages.flatMap((message) => message.sellers),
      })
    await recordAudit(ctx, {
      act: 'report.export',
      subject: { kind: 'platform_report', id: `${country} ${year}` },
      after: counts,
    })
    await recordAccess(ctx, {
      what: 'platform_report',
      subjectId: `${country} ${year}`,
      of: sellers.map(({ account_id }) => account_id),
    })
  })
  return {
    file: added?.file ?? null,
    corrections: corrections?.file ?? null,
    others: {
      name: `primp-${country}-${year}-not-reported.csv`,
      type: 'text/csv',
      content: buildOtherSellersCsv(others, currency),
    },
    ...counts,
  }
}

/**
 * Records that an export was filed with the tax office, so that later exports of the year have only what changed since.
 * Refuses `state_changed` if it was filed already, or if another export was filed after it was made.
 */
export async function markReportFiled(
  ctx: Context,
  { reportId }: InputOf<typeof platformReport.markFiled>,
): Promise<OutputOf<typeof platformReport.markFiled>> {
  return ctx.idempotent(async (tx) => {
    const found = await findReportExport(tx.db, reportId)
    if (!found) throw new Refusal('not_found')
    const year = { country: found.country as CountryCode, year: found.year }
    await lockReportYear(tx.db, year)
    const row = await findReportExport(tx.db, reportId)
    if (!row || row.filed_at || (await wasFiledSince(tx.db, year, row.exported_at))) throw new Refusal('state_changed')
    await setReportFiled(tx.db, reportId, tx.now)
    await recordAudit(tx, {
      act: 'report.file',
      subject: { kind: 'platform_report', id: `${year.country} ${year.year}` },
      after: { reportId },
    })
    return { exports: await presentExports(tx, year) }
  })
}

async function presentExports(ctx: Context, year: { country: CountryCode; year: number }): Promise<ReportExport[]> {
  const rows = await listReportExports(ctx.db, year)
  const lastFiledAt = Math.max(...rows.map(({ filedAt }) => (filedAt ? new Date(filedAt).getTime() : 0)))
  return rows.map(({ id, exportedAt, exportedBy, filedAt, reported, corrected }) => ({
    id,
    exportedAt: new Date(exportedAt).toISOString(),
    exportedBy: exportedBy ?? '',
    filedAt: filedAt && new Date(filedAt).toISOString(),
    canFile: !filedAt && new Date(exportedAt).getTime() >= lastFiledAt,
    reported,
    corrected,
  }))
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
    filed,
  }: {
    country: CountryCode
    currency: string
    year: number
    sellers: readonly SellerRow[]
    filed: FiledReport | null
  },
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
    // An artist who was reported stays in the report, so that figures that became zero are corrected.
    const isFiled = filed?.sellers.has(id) ?? false
    if (!isFiled && total.gross === 0 && total.services === 0) continue
    const row = identities.get(id)
    const opened = row && (await openIdentity(row, keys).catch(() => null))
    const reason = !row
      ? state === 'overdue'
        ? 'overdue'
        : 'missing'
      : !opened
        ? 'unreadable'
        : country === 'US' && !isFiled && !isAboveThreshold(total)
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
        updatedAt: new Date(row.updated_at),
        ...opened,
        periods: sums,
        total,
      })
  }
  return { reported, others }
}

const isAboveThreshold = ({ gross, services }: ReportSums): boolean =>
  gross > form1099kThreshold.gross && services > form1099kThreshold.transactions
