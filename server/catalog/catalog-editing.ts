import type { MarketCheck } from '#contract/providers/checks/checks.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import {
  insertCategory,
  insertService,
  insertStore,
  insertType,
  saveMarketCheck,
  saveTextReviewRequired,
  saveDepositHold,
  saveInvoiceDetails,
  lockCategory,
  lockPart,
  lockService,
  findStoreName,
  setFee,
  setHealthMarks,
  setPartLabel,
  setService,
} from './catalog-editing.queries.ts'

const MOST_SERVICES = 256

export type ServiceTexts = {
  label: string
  phrase: string
  minutes: number
  setupMinutes: number
  sequence: number
  trial: boolean
  forMinors: boolean
  markets: string[]
  retired: boolean
}

export async function changeFee(ctx: Context, categoryId: number, percent: number, reason: string): Promise<void> {
  const category = await lockCategory(ctx.db, categoryId)
  if (!category) throw new Refusal('unknown_category')
  await setFee(ctx.db, categoryId, percent)
  await recordAudit(ctx, {
    act: 'fee.change',
    subject: { kind: 'category', id: String(categoryId), name: category.label },
    before: { percent: category.fee_percent },
    after: { percent },
    reason,
  })
}

export async function changeService(ctx: Context, id: string, words: ServiceTexts, reason: string): Promise<void> {
  const service = await lockService(ctx.db, id)
  if (!service) throw new Refusal('unknown_service')
  const { label, phrase, minutes, setup_minutes: setupMinutes, sequence, trial, markets } = service
  const retired = service.retired_at !== null
  await setService(ctx.db, id, words, service.retired_at ?? ctx.now)
  await recordAudit(ctx, {
    act: 'service.change',
    subject: { kind: 'service', id, name: words.label },
    before: {
      label,
      phrase,
      minutes,
      setupMinutes,
      sequence,
      trial,
      forMinors: service.is_for_minors,
      markets,
      retired,
    },
    after: words,
    reason,
  })
}

export async function addService(
  ctx: Context,
  id: string,
  typeId: string,
  words: ServiceTexts,
  reason: string,
): Promise<void> {
  const added = await insertService(ctx.db, id, typeId, words, MOST_SERVICES)
  if (added === 'exists') throw createFieldRefusal('service_exists', 'id')
  if (added === 'no type') throw createFieldRefusal('not_found', 'typeId')
  if (added === 'full') throw new Refusal('catalogue_full')
  await recordAudit(ctx, {
    act: 'service.add',
    subject: { kind: 'service', id, name: words.label },
    after: { typeId, ...words },
    reason,
  })
}

export async function changeMarket(
  ctx: Context,
  countryCode: string,
  marks: { covidTrained: boolean; vaccinated: boolean },
  reason: string,
): Promise<void> {
  const before = await setHealthMarks(ctx.db, countryCode, marks)
  await recordAudit(ctx, {
    act: 'market.change',
    subject: { kind: 'market', id: countryCode, name: before.name },
    before: { covidTrained: before.covid_trained, vaccinated: before.vaccinated },
    after: marks,
    reason,
  })
}

/** Sets the platform's tax number and address on future invoices of a market, in the operator's transaction. */
export async function changeInvoiceDetails(
  ctx: Context,
  countryCode: string,
  after: { taxNumber: string; businessAddress: string },
  reason: string,
): Promise<void> {
  const before = await saveInvoiceDetails(ctx.db, countryCode, after)
  await recordAudit(ctx, {
    act: 'market.tax_number',
    subject: { kind: 'market', id: countryCode, name: before.name },
    before: { taxNumber: before.tax_number, businessAddress: before.business_address },
    after,
    reason,
  })
}

export async function changeDepositHold(
  ctx: Context,
  countryCode: string,
  days: number | null,
  reason: string,
): Promise<void> {
  const before = await saveDepositHold(ctx.db, countryCode, days)
  await recordAudit(ctx, {
    act: 'market.deposit_hold',
    subject: { kind: 'market', id: countryCode, name: before.name },
    before: { days: before.deposit_hold_days },
    after: { days },
    reason,
  })
}

export async function changeLookFirst(
  ctx: Context,
  countryCode: string,
  lookFirst: boolean,
  reason: string,
): Promise<void> {
  const before = await saveTextReviewRequired(ctx.db, countryCode, lookFirst)
  await recordAudit(ctx, {
    act: 'market.look_first',
    subject: { kind: 'market', id: countryCode, name: before.name },
    before: { lookFirst: before.look_first },
    after: { lookFirst },
    reason,
  })
}

export async function changeCheck(
  ctx: Context,
  countryCode: string,
  check: MarketCheck,
  reason: string,
): Promise<void> {
  if (check.kind === 'identity' && check.asked !== 'required') throw createFieldRefusal('identity_required', 'asked')
  const before = await saveMarketCheck(ctx.db, countryCode, check)
  await recordAudit(ctx, {
    act: 'check.change',
    subject: { kind: 'market', id: countryCode, name: check.label },
    before,
    after: check,
    reason,
  })
}

export type CataloguePart = 'store' | 'category' | 'type'

type Named = { slug: string; label: string; reason: string }

export async function addStore(ctx: Context, { slug, label, reason }: Named): Promise<number> {
  const id = await insertStore(ctx.db, slug, label)
  if (id === null) throw createFieldRefusal('name_taken', 'slug')
  await recordAudit(ctx, {
    act: 'store.add',
    subject: { kind: 'store', id: String(id), name: label },
    after: { slug },
    reason,
  })
  return id
}

export async function addCategory(ctx: Context, storeId: number, { slug, label, reason }: Named): Promise<number> {
  const store = await findStoreName(ctx.db, storeId)
  if (store === null) throw createFieldRefusal('unknown_store', 'storeId')
  const id = await insertCategory(ctx.db, storeId, slug, label)
  if (id === null) throw createFieldRefusal('name_taken', 'slug')
  await recordAudit(ctx, {
    act: 'category.add',
    subject: { kind: 'category', id: String(id), name: label },
    after: { slug, store },
    reason,
  })
  return id
}

export async function addType(ctx: Context, categoryId: number, { slug, label, reason }: Named): Promise<string> {
  const added = await insertType(ctx.db, slug, categoryId, label)
  if (added === 'no category') throw createFieldRefusal('unknown_category', 'categoryId')
  if (added === 'exists') throw createFieldRefusal('name_taken', 'slug')
  await recordAudit(ctx, {
    act: 'type.add',
    subject: { kind: 'type', id: slug, name: label },
    after: { categoryId },
    reason,
  })
  return slug
}

const renameActs = { store: 'store.rename', category: 'category.rename', type: 'type.rename' } as const

/** Built-in parts keep their name. Runs in the operator's transaction. */
export async function renamePart(
  ctx: Context,
  part: CataloguePart,
  id: string,
  { label, reason }: { label: string; reason: string },
): Promise<void> {
  const before = await lockPart(ctx.db, part, id)
  if (!before?.made) throw new Refusal('not_found')
  await setPartLabel(ctx.db, part, id, label)
  await recordAudit(ctx, {
    act: renameActs[part],
    subject: { kind: part, id, name: label },
    before: { label: before.label },
    after: { label },
    reason,
  })
}
