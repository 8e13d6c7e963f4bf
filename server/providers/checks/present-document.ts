import type { MarketCheck } from '#contract/providers/checks/checks.ts'
import type { DocumentRow as Shown } from '#contract/providers/checks/operator-checks.ts'
import type { OwnDocument } from '#contract/providers/checks/own-checks.ts'
import type { CountryCode } from '#contract/values.ts'
import type { Catalog, Market } from '#server/catalog/door.ts'
import type { DocumentRow, FileRow, ListedRow } from './check-queries.ts'

/** The market of a country; every artist is in one. */
export function marketOf(catalog: Catalog, countryCode: string): Market {
  const market = catalog.markets.get(countryCode)
  if (!market) throw new Error(`${countryCode} is no market`)
  return market
}

/** A check as a market has it, by its kind. */
export function checkIn(market: Market, kind: string): MarketCheck {
  const check = market.checks.find((one) => one.kind === kind)
  if (!check) throw new Error(`${market.countryCode} checks no ${kind}`)
  return check
}

const stateOn = (row: Pick<DocumentRow, 'state' | 'valid_until'>, today: string): OwnDocument['state'] =>
  row.state === 'accepted' && row.valid_until !== null && row.valid_until < today
    ? 'expired'
    : (row.state as OwnDocument['state'])

/** A document as its artist sees it on a day. */
export const presentDocument = (row: DocumentRow, files: readonly FileRow[], today: string): OwnDocument => ({
  id: row.id,
  kind: row.kind as OwnDocument['kind'],
  holder: row.holder,
  number: row.number,
  issuer: row.issuer,
  expiresOn: row.expires_on,
  state: stateOn(row, today),
  sentAt: row.sent_at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
  validUntil: row.valid_until,
  refusal: row.refusal as OwnDocument['refusal'],
  note: row.note,
  files: files.filter((file) => file.document_id === row.id).map(({ id }) => id),
})

/** A document as it stands in the list of operators on a day. */
export const presentListed = (row: ListedRow, market: Market, today: string): Shown => ({
  id: row.id,
  kind: row.kind as Shown['kind'],
  label: checkIn(market, row.kind).label,
  artist: {
    id: row.provider_id,
    slug: row.slug,
    name: row.name,
    accountId: row.account_id,
    accountName: row.account_name ?? row.name,
    countryCode: row.country_code as CountryCode,
  },
  sentAt: row.sent_at.toISOString(),
  firstApproval: row.first_approval_by !== null,
  state: stateOn(row, today),
  decidedAt: row.decided_at?.toISOString() ?? null,
  decidedBy: row.decider,
})
