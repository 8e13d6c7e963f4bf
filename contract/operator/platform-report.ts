import { z } from 'zod'
import { defineEndpoint } from '#contract/endpoint.ts'
import { SellerState } from '#contract/payments/seller-identity.ts'
import { CountryCode, Currency, Cursor, Instant, NextCursor, queryNumberSchema } from '#contract/values.ts'
import type { Country } from '#contract/words.ts'

const operators = ['not_signed_in', 'session_ended', 'not_yours'] as const
const Amount = z.number()

/** The first year that a market's tax office requires for personal services. */
export const firstReportYears: Readonly<Record<Country, number>> = { GB: 2024, CA: 2024, AU: 2024, US: 2022 }

/**
 * Form 1099-K is required above both figures. 26 U.S.C. 6050W(e), as restored from 2022 on by Public Law 119-21,
 * section 70432; IRS Fact Sheet 2025-08. States may have lower thresholds.
 */
export const form1099kThreshold = { gross: 20_000, transactions: 200 } as const

/** Parts of a calendar year in a market's report. */
export const reportPeriods: Readonly<Record<Country, readonly string[]>> = {
  GB: ['Q1', 'Q2', 'Q3', 'Q4'],
  CA: ['Q1', 'Q2', 'Q3', 'Q4'],
  AU: ['H1', 'H2'],
  US: ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11', '12'],
}

const Sums = z.object({
  /** Payments by customers, fee included: net of refunds, except in the US. */
  gross: Amount,
  /** The platform's fee in these payments. */
  fee: Amount,
  /** Completed bookings, in the US payments. */
  services: z.number().int(),
})
export type ReportSums = z.infer<typeof Sums>

const ReportSeller = z.object({
  providerId: z.uuid(),
  name: z.string(),
  state: SellerState,
  /** Three characters, or empty. */
  taxNumberEnd: z.string(),
  ...Sums.shape,
  periods: z.array(Sums.extend({ period: z.string() })),
})
export type ReportSeller = z.infer<typeof ReportSeller>

/** An export that was downloaded. Only what was filed counts for the next export. */
const ReportExport = z.object({
  id: z.uuid(),
  exportedAt: Instant,
  /** Empty after the operator's account was deleted. */
  exportedBy: z.string(),
  filedAt: Instant.nullable(),
  /** False once it or a later export was filed. */
  canFile: z.boolean(),
  /** Artists who are in it for the first time, and those whose filed record it corrects. */
  reported: z.number().int(),
  corrected: z.number().int(),
})
export type ReportExport = z.infer<typeof ReportExport>

const Year = z.object({
  country: CountryCode.default('GB'),
  /** A calendar year; the current one by default. */
  year: queryNumberSchema(z.number().int().min(2022).max(2100)).optional(),
})

const ReportFile = z.object({ name: z.string(), type: z.string(), content: z.string() })

export const platformReport = {
  sellers: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/platform-report',
    access: 'operator',
    duties: ['money'],
    summary:
      "Lists the artists of a market who had payments in a calendar year, with their totals and the status of their tax details, as the market's tax office requires from a platform.",
    input: Year.extend({ state: SellerState.optional(), cursor: Cursor }),
    output: z.object({
      country: CountryCode,
      year: z.number().int(),
      currency: Currency,
      counts: z.object({
        missing: z.number().int(),
        provided: z.number().int(),
        verified: z.number().int(),
        overdue: z.number().int(),
      }),
      sellers: z.array(ReportSeller),
      nextCursor: NextCursor,
      /** The newest exports of the year, after the sellers: a CSV file of the console has the rows of the first array. */
      exports: z.array(ReportExport),
    }),
    refuses: operators,
  }),
  file: defineEndpoint({
    method: 'GET',
    writes: true,
    path: '/v1/operator/platform-report/file',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    summary:
      "Returns a market's report of a calendar year as a file: XML for the UK and Canada, CSV for Australia and the US. Once a report has been filed, it has only artists who are new since then, and a second file corrects those who changed. Another file lists the artists who are not reported, with the reason.",
    input: Year,
    output: z.object({
      /** Null if a report was filed and no artist is new. */
      file: ReportFile.nullable(),
      reported: z.number().int(),
      /** Null if no report was filed, or nothing changed. */
      corrections: ReportFile.nullable(),
      corrected: z.number().int(),
      others: ReportFile,
      notReported: z.number().int(),
    }),
    refuses: [...operators, 'report_setup_missing'],
    limit: 20,
  }),
  markFiled: defineEndpoint({
    method: 'POST',
    path: '/v1/operator/platform-report/filed',
    access: 'operator',
    duties: ['money'],
    stepUp: true,
    summary:
      'Records that an export of the platform report was filed with the tax office. Later exports of the year have only what changed since.',
    input: z.object({ reportId: z.uuid() }),
    output: z.object({ exports: z.array(ReportExport) }),
    refuses: [
      ...operators,
      'idempotency_key_missing',
      'not_found',
      'state_changed',
      'not_allowed_acting',
      'unavailable',
    ],
    notActing: true,
    key: true,
  }),
}
