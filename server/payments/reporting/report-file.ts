import { formatCsv } from '#contract/csv.ts'
import type { ReportSums } from '#contract/operator/platform-report.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Platform, RecordRef, ReportedSeller, ReportMessage } from './report-records.ts'

export type OtherSeller = ReportSums & {
  providerId: string
  name: string
  reason: 'missing' | 'overdue' | 'unreadable' | 'below_threshold'
}

type Report = {
  country: CountryCode
  year: number
  currency: string
  platform: Platform
  message: ReportMessage
  at: Date
}

export type ReportFile = { name: string; type: string; content: string }

/** Builds the file in the format of a market's tax office. */
export async function buildReport(report: Report): Promise<ReportFile> {
  const { kind, isAddition } = report.message
  const suffix = kind === 'corrections' ? '-corrections' : isAddition ? '-additions' : ''
  const name = `primp-${report.country}-${report.year}${suffix}`
  switch (report.country) {
    case 'GB':
    case 'CA':
      return { name: `${name}.xml`, type: 'application/xml', content: await buildDpiXml(report) }
    case 'AU':
      return { name: `${name}.csv`, type: 'text/csv', content: buildSerrCsv(report) }
    case 'US':
      return { name: `${name}.csv`, type: 'text/csv', content: build1099kCsv(report) }
  }
}

/** Amounts of the DPI schema are whole units. */
const whole = (amount: number): string => String(Math.round(amount))
const two = (amount: number): string => amount.toFixed(2)

/**
 * Builds a message of the OECD DPI XML Schema, version 1.0 (March 2022), with personal services only. Its
 * consideration is what the seller got: fees are deducted and reported beside it (HMRC IEIM901741).
 */
async function buildDpiXml({ country, year, currency, platform, message, at }: Report): Promise<string> {
  // Lazy import: needed once a year.
  const { default: XMLBuilder } = await import('fast-xml-builder')
  const { sellers } = message
  const tin = (number: string) =>
    number
      ? { '#text': number, '@_issuedBy': country, '@_unknown': 'false' }
      : { '#text': 'NOTIN', '@_unknown': 'true' }
  const quarters = (element: string, read: (sums: ReportSums) => number, seller: ReportedSeller) =>
    Object.fromEntries(
      seller.periods.map((sums) => [
        `${element}${sums.period}`,
        { '#text': whole(read(sums)), '@_currCode': currency },
      ]),
    )
  return new XMLBuilder({ ignoreAttributes: false, suppressBooleanAttributes: false, format: true }).build({
    '?xml': { '@_version': '1.0', '@_encoding': 'UTF-8' },
    DPI_OECD: {
      '@_version': '1.0',
      '@_xmlns': 'urn:oecd:ties:dpi:v1',
      '@_xmlns:stf': 'urn:oecd:ties:dpistf:v1',
      MessageSpec: {
        SendingEntityIN: platform.id,
        TransmittingCountry: country,
        ReceivingCountry: country,
        MessageType: 'DPI',
        MessageRefId: message.id,
        // DPI401 is new data, DPI402 corrections, DPI403 that there is nothing to report.
        MessageTypeIndic: message.kind === 'corrections' ? 'DPI402' : sellers.length > 0 ? 'DPI401' : 'DPI403',
        ReportingPeriod: `${year}-12-31`,
        Timestamp: at.toISOString(),
      },
      DPIBody: {
        PlatformOperator: {
          ResCountryCode: country,
          TIN: tin(platform.taxNumber),
          Name: platform.legalName,
          PlatformBusinessName: 'Primp',
          Address: {
            // The registered office.
            '@_legalAddressType': 'OECD304',
            CountryCode: country,
            AddressFree: platform.address,
          },
          AssumedReporting: 'false',
          DocSpec: docSpecOf(message.operator),
        },
        ReportableSeller: sellers.map((seller) => ({
          Identity: identityOf(seller, country, tin(seller.taxNumber)),
          RelevantActivities: {
            PersonalServices: {
              Consideration: quarters('Cons', ({ gross, fee }) => gross - fee, seller),
              NumberOfActivities: Object.fromEntries(
                seller.periods.map(({ period, services }) => [`Numb${period}`, String(services)]),
              ),
              Fees: quarters('Fees', ({ fee }) => fee, seller),
              Taxes: quarters('Tax', () => 0, seller),
            },
          },
          DocSpec: docSpecOf(seller.record),
        })),
      },
    },
  })
}

const docTypes = { resent: 'OECD0', new: 'OECD1', corrected: 'OECD2' } as const

const docSpecOf = ({ type, docRef, correctsRef }: RecordRef): object => ({
  'stf:DocTypeIndic': docTypes[type],
  'stf:DocRefId': docRef,
  ...(correctsRef === null ? {} : { 'stf:CorrDocRefId': correctsRef }),
})

function identityOf(seller: ReportedSeller, country: CountryCode, tin: object): object {
  const address = (type: string) => ({
    '@_legalAddressType': type,
    CountryCode: country,
    AddressFix: {
      Street: seller.street,
      PostCode: seller.postcode,
      City: seller.city,
      ...(seller.region ? { CountrySubentity: seller.region } : {}),
    },
  })
  if (seller.isIndividual)
    return {
      IndividualSeller: {
        Standard: {
          IndSellerID: {
            ResCountryCode: country,
            TIN: tin,
            Name: { FirstName: seller.firstName, LastName: seller.name },
            Address: address('OECD301'),
            BirthInfo: { BirthDate: seller.birthDate },
          },
        },
      },
    }
  return {
    EntitySeller: {
      Standard: {
        EntSellerID: {
          ResCountryCode: country,
          TIN: tin,
          IN: { '#text': seller.registrationNumber, '@_issuedBy': country, '@_INType': 'BRN' },
          Name: seller.name,
          Address: address('OECD303'),
        },
      },
    },
  }
}

/**
 * Builds one row per seller and half-year with the fields of the Sharing Economy Reporting Regime: platform, seller,
 * transactions, gross amount and fees.
 */
function buildSerrCsv({ year, currency, platform, message }: Report): string {
  const days = {
    H1: [`${year}-01-01`, `${year}-06-30`],
    H2: [`${year}-07-01`, `${year}-12-31`],
  } as const
  return formatCsv([
    [
      'Reporter ABN',
      'Reporter name',
      'Reporting period start date',
      'Reporting period end date',
      'Supplier type',
      'Supplier ABN',
      'Given name',
      'Family name',
      'Date of birth',
      'Business name',
      'ACN',
      'Address',
      'Suburb',
      'State',
      'Postcode',
      'Country',
      'Email',
      'Activity',
      'Number of transactions',
      'Gross amount',
      'Fees and commissions',
      'Tax withheld',
      'Currency',
    ],
    ...message.sellers.flatMap((seller) =>
      seller.periods
        .filter(({ gross, services }) => gross !== 0 || services !== 0)
        .map(({ period, gross, fee, services }) => [
          platform.taxNumber,
          platform.legalName,
          ...days[period as keyof typeof days],
          seller.isIndividual ? 'Individual' : 'Non-individual',
          seller.taxNumber,
          seller.firstName,
          seller.isIndividual ? seller.name : '',
          seller.birthDate,
          seller.isIndividual ? '' : seller.name,
          seller.registrationNumber,
          seller.street,
          seller.city,
          seller.region,
          seller.postcode,
          'AU',
          seller.email,
          'Personal services',
          String(services),
          two(gross),
          two(fee),
          two(0),
          currency,
        ]),
    ),
  ])
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** Merchant category code of barber and beauty shops. */
const CATEGORY_CODE = '7230'

/** Builds one row per payee with the boxes of Form 1099-K. All payments are made online: box 1b equals box 1a. */
function build1099kCsv({ platform, message }: Report): string {
  return formatCsv([
    [
      'Corrected',
      "Filer's TIN",
      "Filer's name",
      "Payee's TIN type",
      "Payee's TIN",
      "Payee's first name",
      "Payee's name",
      'Street address',
      'City',
      'State',
      'ZIP code',
      'Account number',
      'Third party network',
      '1a Gross amount of payment card/third party network transactions',
      '1b Card Not Present transactions',
      '2 Merchant category code',
      '3 Number of payment transactions',
      '4 Federal income tax withheld',
      ...months.map((month, index) => `5${String.fromCharCode(97 + index)} ${month}`),
    ],
    ...message.sellers.map((seller) => [
      seller.record.type === 'corrected' ? 'X' : '',
      platform.taxNumber,
      platform.legalName,
      seller.taxNumberKind.toUpperCase(),
      seller.taxNumber,
      seller.firstName,
      seller.name,
      seller.street,
      seller.city,
      seller.region,
      seller.postcode,
      seller.providerId,
      'X',
      two(seller.total.gross),
      two(seller.total.gross),
      CATEGORY_CODE,
      String(seller.total.services),
      two(0),
      ...seller.periods.map(({ gross }) => two(gross)),
    ]),
  ])
}

const reasons: Record<OtherSeller['reason'], string> = {
  missing: 'Tax details missing',
  overdue: 'Tax details overdue, payouts on hold',
  unreadable: 'Tax details cannot be decrypted',
  below_threshold: 'Below the federal threshold of Form 1099-K',
}

/** Lists the sellers who are not in a report, with the reason and their sums. */
export const buildOtherSellersCsv = (sellers: readonly OtherSeller[], currency: string): string =>
  formatCsv([
    ['Artist', 'Artist ID', 'Reason', 'Gross amount', 'Fees', 'Services', 'Currency'],
    ...sellers.map(({ name, providerId, reason, gross, fee, services }) => [
      name,
      providerId,
      reasons[reason],
      two(gross),
      two(fee),
      String(services),
      currency,
    ]),
  ])
