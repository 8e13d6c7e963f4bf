import type { OperatorService } from '#contract/operator/market.ts'
import type { Catalog, ServiceWords } from '#server/catalog/index.ts'

/** What a call says of a service's words. */
export const wordsOfService = ({
  label,
  phrase,
  minutes,
  setupMinutes,
  sequence,
  trial,
  markets,
  retired,
}: ServiceWords): ServiceWords => ({ label, phrase, minutes, setupMinutes, sequence, trial, markets, retired })

/** A service of the catalogue as it is after a change. */
export const presentService = (catalog: Catalog, id: string, typeId: string, words: ServiceWords): OperatorService => {
  const known = catalog.services.get(id)
  const categoryId =
    known?.categoryId ??
    [...catalog.categories.values()].find((c) => c.serviceTypes.some((type) => type.id === typeId))?.id ??
    0
  return {
    ...words,
    id,
    typeId: known?.serviceTypeId ?? typeId,
    categoryId,
    markets: words.markets as OperatorService['markets'],
    providers: 0,
  }
}
