import { adultAge } from '#contract/constants.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/format.ts'
import {
  type EntityType,
  needsBirthDate,
  sellerReminders,
  type sellerIdentity,
  type TaxNumberKind,
  taxNumberKinds,
} from '#contract/payments/seller-identity.ts'
import type { Country } from '#contract/words.ts'
import type { Database } from '#db/database.ts'
import { getSender, notify, type Sender } from '#server/notifications/index.ts'
import { getIdentityKeys } from '#server/pictures/index.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import type { Env } from '#server/platform/env.ts'
import { createFieldRefusal } from '#server/platform/refusal.ts'
import { getIdentityContext, isNewest, openText, sealText } from '#server/platform/sealing/sealed-text.ts'
import type { SiteKeys } from '#server/platform/sealing/site-keys.ts'
import { getCallerPayee } from '#server/payments/earnings.ts'
import { lockAccounts } from '#server/payments/ledger.queries.ts'
import {
  deleteExpiredIdentities,
  findSellerIdentity,
  findSellerReminder,
  getSellerState,
  listIdentitiesAfter,
  listSellersToRemind,
  recordReminder,
  replaceSealedIdentity,
  saveSellerIdentity,
  type SellerIdentityRow,
} from './seller-identity.queries.ts'
import { normaliseCompanyNumber, normaliseTaxNumber } from '#server/payments/tax.ts'

const DAY_MS = 86_400_000
const mostYears = 110

/** The encrypted part of an identity. The date of birth is empty for a business, and in the US. */
type SealedIdentity = { taxNumber: string; birthDate: string }

export async function getSellerIdentity(ctx: Context): Promise<OutputOf<typeof sellerIdentity.show>> {
  const { id } = await getCallerPayee(ctx)
  const [row, reminder] = [await findSellerIdentity(ctx.db, id), await findSellerReminder(ctx.db, id)]
  return {
    state: await getSellerState(ctx.db, id, ctx.now),
    stopsAt: row || !reminder ? null : stopOf(new Date(reminder.first_at)).toISOString(),
    identity: row
      ? {
          entityType: row.entity_type as EntityType,
          firstName: row.first_name,
          name: row.name,
          street: row.street,
          city: row.city,
          region: row.region,
          postcode: row.postcode,
          registrationNumber: row.registration_number,
          taxNumberKind: row.tax_number_kind as TaxNumberKind,
          taxNumberEnd: row.tax_number_end,
          updatedAt: new Date(row.updated_at).toISOString(),
        }
      : null,
  }
}

const stopOf = (firstAt: Date): Date => new Date(firstAt.getTime() + sellerReminders.stopAfterDays * DAY_MS)

/** An empty tax number or date of birth keeps the saved one, if the kind of number is the same. */
export async function saveOwnSellerIdentity(
  ctx: Context,
  input: InputOf<typeof sellerIdentity.save>,
): Promise<OutputOf<typeof sellerIdentity.save>> {
  const payee = await getCallerPayee(ctx)
  const country = payee.country_code as Country
  const { entityType, taxNumberKind } = input
  const isIndividual = entityType === 'individual'
  if (isIndividual && !input.firstName) throw createFieldRefusal('name_missing', 'firstName')
  if (country !== 'GB' && !input.region) throw createFieldRefusal('region_missing', 'region')
  if (!taxNumberKinds[country][entityType].includes(taxNumberKind))
    throw createFieldRefusal('tax_number_kind', 'taxNumberKind')
  const registrationNumber = isIndividual ? '' : await normaliseCompanyNumber(country, input.registrationNumber)
  if (registrationNumber === null) throw createFieldRefusal('registration_number', 'registrationNumber')
  const typed = input.taxNumber ? await normaliseTaxNumber(taxNumberKind, input.taxNumber) : ''
  if (typed === null) throw createFieldRefusal('tax_number', 'taxNumber')
  const age = input.birthDate ? computeAge(input.birthDate, ctx.now) : null
  if (age !== null && (age < 0 || age > mostYears)) throw createFieldRefusal('birth_date', 'birthDate')
  if (age !== null && age < adultAge) throw createFieldRefusal('under_age', 'birthDate')
  const keys = await getIdentityKeys(ctx)
  return ctx.idempotent(async (ctx) => {
    await lockAccounts(ctx.db, payee.id)
    const saved = await findSellerIdentity(ctx.db, payee.id)
    const before = saved && (!typed || !input.birthDate) ? await openIdentity(saved, keys) : null
    const taxNumber = typed || (saved?.tax_number_kind === taxNumberKind ? (before?.taxNumber ?? '') : '')
    if (!taxNumber) throw createFieldRefusal('tax_number', 'taxNumber')
    const isDated = needsBirthDate(country, entityType)
    const birthDate = isDated ? input.birthDate || (before?.birthDate ?? '') : ''
    if (isDated && !birthDate) throw createFieldRefusal('birth_date', 'birthDate')
    const sealed = await sealIdentity(payee.id, { taxNumber, birthDate }, keys)
    await saveSellerIdentity(ctx.db, {
      provider_id: payee.id,
      entity_type: entityType,
      first_name: isIndividual ? input.firstName : '',
      name: input.name,
      street: input.street,
      city: input.city,
      region: input.region,
      postcode: input.postcode,
      registration_number: registrationNumber,
      tax_number_kind: taxNumberKind,
      tax_number_end: taxNumber.slice(-3),
      wrapped_key: sealed.wrappedKey,
      sealed: sealed.sealed,
      provided_at: ctx.now,
      updated_at: ctx.now,
    })
    await recordAudit(ctx, {
      act: 'provider.tax_identity',
      subject: { kind: 'provider', id: payee.id, name: payee.name },
      before: saved && { kind: saved.tax_number_kind, end: saved.tax_number_end },
      after: { kind: taxNumberKind, end: taxNumber.slice(-3) },
    })
    return getSellerIdentity(ctx)
  })
}

/** Returns completed years. A person born on 29 February has their birthday on 1 March in other years. */
function computeAge(birthDate: string, now: Date): number {
  const today = now.toISOString().slice(0, 10)
  return Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4)) - (today.slice(5) < birthDate.slice(5) ? 1 : 0)
}

const sealIdentity = (providerId: string, identity: SealedIdentity, keys: SiteKeys) =>
  sealText(JSON.stringify(identity), getIdentityContext(providerId), keys)

/** Decrypts the tax number and the date of birth. The caller must have checked access. */
export const openIdentity = async (
  { provider_id, wrapped_key, sealed }: Pick<SellerIdentityRow, 'provider_id' | 'wrapped_key' | 'sealed'>,
  keys: SiteKeys,
): Promise<SealedIdentity> =>
  JSON.parse(
    await openText({ wrappedKey: wrapped_key, sealed }, getIdentityContext(provider_id), keys),
  ) as SealedIdentity

/** Re-encrypts identities that use an old key. Returns the count, and that of undecryptable ones, which stay. */
export async function resealIdentities(site: {
  env: Env
  database: Database
}): Promise<{ sealed: number; lost: number }> {
  const { db } = site.database
  const keys = await getIdentityKeys(site)
  const done = { sealed: 0, lost: 0 }
  for (
    let rows = await listIdentitiesAfter(db, null);
    rows.length > 0;
    rows = await listIdentitiesAfter(db, rows.at(-1)?.providerId ?? null)
  ) {
    for (const { providerId, wrappedKey, sealed } of rows) {
      if (isNewest({ sealed }, keys)) continue
      const plain = await openIdentity({ provider_id: providerId, wrapped_key: wrappedKey, sealed }, keys).catch(
        () => null,
      )
      if (plain)
        await replaceSealedIdentity(db, {
          providerId,
          before: sealed,
          ...(await sealIdentity(providerId, plain, keys)),
        })
      done[plain ? 'sealed' : 'lost'] += 1
    }
  }
  return done
}

const AT_ONCE = 500

/**
 * Reminds artists without a tax identity, twice, from their first payment on, and deletes identities after their
 * retention. Payouts stop 60 days after the first reminder. Must not run inside a transaction.
 */
export async function remindSellers(ctx: Context): Promise<void> {
  const sender = await getSender(ctx)
  for (const which of ['first', 'second'] as const)
    for (const seller of await listSellersToRemind(ctx.db, { which, now: ctx.now, most: AT_ONCE }))
      await remind(ctx, sender, seller, which)
  await deleteExpiredIdentities(ctx.db, ctx.now)
}

type Seller = Awaited<ReturnType<typeof listSellersToRemind>>[number]

const remind = (ctx: Context, sender: Sender, seller: Seller, which: 'first' | 'second'): Promise<void> =>
  ctx.transaction(async (ctx) => {
    if (!(await recordReminder(ctx.db, seller.id, which, ctx.now))) return
    const reminder = await findSellerReminder(ctx.db, seller.id)
    const stop = stopOf(new Date(reminder?.first_at ?? ctx.now))
    await notify(ctx, sender, {
      kind: `seller.identity.${which}`,
      to: {
        email: seller.email,
        name: seller.name,
        accountId: seller.account_id,
        country: seller.country_code,
      },
      values: { date: formatDate(stop.toISOString().slice(0, 10), seller.country_code as Country) },
      path: '/dashboard/earnings/tax',
      fact: `seller.identity.${which} ${seller.id}`,
    })
  })
