import { isDeepStrictEqual } from 'node:util'
import type { ReportSums } from '#contract/operator/platform-report.ts'
import type { CountryCode } from '#contract/values.ts'

export type Platform = { legalName: string; taxNumber: string; address: string; id: string }
type Periods = readonly (ReportSums & { period: string })[]

export type ReportedSeller = {
  providerId: string
  isIndividual: boolean
  firstName: string
  /** The family name of an individual, or the legal name of a business. */
  name: string
  street: string
  city: string
  region: string
  postcode: string
  registrationNumber: string
  taxNumberKind: string
  taxNumber: string
  /** Empty for a business, and in the US. */
  birthDate: string
  email: string
  /** The last change of the tax identity. */
  updatedAt: Date
  periods: Periods
  total: ReportSums
}

/** The id of a record in a report. A corrected record also has the id of the one that it replaces. */
export type RecordRef = { type: 'new' | 'corrected' | 'resent'; docRef: string; correctsRef: string | null }
export type NumberedSeller = ReportedSeller & { record: RecordRef }

export type FiledSeller = { docRef: string; periods: Periods; exportedAt: Date }
/** The latest filed records: one per seller, by provider ID, and one of the platform. */
export type FiledReport = {
  operatorRef: string
  platform: Platform
  sellers: ReadonlyMap<string, FiledSeller>
}

/** A message to a tax office. New and corrected records must not be in the same one. */
export type ReportMessage = {
  kind: 'new' | 'corrections'
  /** True if it adds sellers to a report that was filed. */
  isAddition: boolean
  id: string
  operator: RecordRef
  sellers: readonly NumberedSeller[]
}

/**
 * Builds the messages of an export: one with all sellers, or, after a report was filed, one with those whose figures or
 * identity changed and one with those who are new. Corrections come first, because both refer to the platform's record.
 */
export function buildMessages({
  country,
  year,
  platform,
  sellers,
  filed,
  at,
}: {
  country: CountryCode
  year: number
  platform: Platform
  sellers: readonly ReportedSeller[]
  filed: FiledReport | null
  at: Date
}): ReportMessage[] {
  const id = `${country}${year}${country}-${platform.id}-${at.toISOString().replaceAll(/[-:.]/g, '')}`
  const toNew = (seller: ReportedSeller, index: number): NumberedSeller => ({
    ...seller,
    record: { type: 'new', docRef: `${id}_${index + 1}`, correctsRef: null },
  })
  if (!filed) {
    const operator: RecordRef = { type: 'new', docRef: `${id}_0`, correctsRef: null }
    return [{ kind: 'new', isAddition: false, id, operator, sellers: sellers.map(toNew) }]
  }
  const correctionId = `${id}C`
  const corrected = sellers.flatMap((seller) => {
    const before = filed.sellers.get(seller.providerId)
    return before && isChanged(seller, before) ? [{ seller, before }] : []
  })
  const isPlatformChanged = !isDeepStrictEqual(platform, filed.platform)
  const operator: RecordRef = isPlatformChanged
    ? { type: 'corrected', docRef: `${correctionId}_0`, correctsRef: filed.operatorRef }
    : { type: 'resent', docRef: filed.operatorRef, correctsRef: null }
  const corrections: ReportMessage = {
    kind: 'corrections',
    isAddition: false,
    id: correctionId,
    operator,
    sellers: corrected.map(({ seller, before }, index) => ({
      ...seller,
      record: { type: 'corrected', docRef: `${correctionId}_${index + 1}`, correctsRef: before.docRef },
    })),
  }
  const added: ReportMessage = {
    kind: 'new',
    isAddition: true,
    id,
    operator: { type: 'resent', docRef: operator.docRef, correctsRef: null },
    sellers: sellers.filter(({ providerId }) => !filed.sellers.has(providerId)).map(toNew),
  }
  return [
    ...(isPlatformChanged || corrections.sellers.length > 0 ? [corrections] : []),
    ...(added.sellers.length > 0 ? [added] : []),
  ]
}

const isChanged = ({ updatedAt, periods }: ReportedSeller, before: FiledSeller): boolean =>
  updatedAt > before.exportedAt || !isDeepStrictEqual(periods, before.periods)
