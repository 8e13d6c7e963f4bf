import type { DocumentRow as Shown } from '#contract/providers/checks/operator-checks.ts'
import type { CountryCode } from '#contract/values.ts'
import { actAsOne } from '#server/accounts/door.ts'
import { addressOf } from '#server/accounts/registering/door.ts'
import { catalogOf, type Market } from '#server/catalog/door.ts'
import { notify, type Sender, senderOf } from '#server/notifications/door.ts'
import type { MailKind } from '#server/notifications/words/door.ts'
import type { Context } from '#server/platform/context.ts'
import { todayIn } from '#server/platform/event-day.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { listedDocument, lockDocument } from '#server/providers/checks/check-queries.ts'
import { marketOf, presentListed } from '#server/providers/checks/present-document.ts'

type Locked = NonNullable<Awaited<ReturnType<typeof lockDocument>>>
export type Deciding = Locked & { market: Market; today: string; sender: Sender; me: string }

/** One transaction in which a document is decided: refused where it is the caller's own, or where they refused it before an appeal. */
export async function decideDocument(
  ctx: Context,
  documentId: string,
  work: (ctx: Context, deciding: Deciding) => Promise<void>,
): Promise<Shown> {
  const catalog = await catalogOf(ctx.database)
  const sender = await senderOf(ctx)
  return ctx.once(async (inner) => {
    const locked = await lockDocument(inner.db, documentId)
    if (!locked) throw new Refusal('not_found')
    const { document, artist } = locked
    const me = inner.viewer.accountId ?? ''
    // Nobody checks themselves.
    if (artist.account_id === me) throw new Refusal('not_yours')
    if (document.not_by && (await actAsOne(inner.db, document.not_by, me))) throw new Refusal('second_person')
    const market = marketOf(catalog, artist.country_code)
    const today = todayIn(market.tz, inner.now)
    await work(inner, { ...locked, market, today, sender, me })
    return presentListed(await listedDocument(inner.db, documentId), market, today)
  })
}

/** Writes to the artist of a document, where they have an account. */
export async function tellArtist(
  ctx: Context,
  { artist, document, sender }: Pick<Deciding, 'artist' | 'document' | 'sender'>,
  kind: MailKind,
  values: Record<string, string | null>,
): Promise<void> {
  if (!artist.account_id || !artist.email) return
  const to = addressOf({
    id: artist.account_id,
    email: artist.email,
    name: artist.account_name ?? artist.name,
    country_code: artist.country_code as CountryCode,
  })
  await notify(ctx, sender, {
    kind,
    to,
    values,
    path: '/dashboard/checks',
    fact: `${kind} ${document.id} ${ctx.now.toISOString()}`,
  })
}
