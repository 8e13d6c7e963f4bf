import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ColleagueShown, providerColleagues } from '#contract/providers/colleagues.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { getCallerId } from './provider-profile.ts'
import { createPlaceholder, presentPicture } from './picture.ts'
import { findProviderOfAccount, type ProviderRow } from './providers.queries.ts'
import {
  type ColleagueRow,
  listColleaguesOf,
  deleteColleague,
  insertColleague,
  lockPair,
  findNaming,
  setDeclined,
} from './colleagues.queries.ts'
import { findAccount } from '#server/accounts/index.ts'
import { notify, getSender } from '#server/notifications/index.ts'
import { recordAudit } from '#server/platform/audit.ts'

export async function listColleagues(ctx: Context): Promise<OutputOf<typeof providerColleagues.list>> {
  const own = await findProviderOfAccount(ctx.db, getCallerId(ctx))
  if (!own) throw new Refusal('not_found')
  return {
    colleagues: (await listColleaguesOf(ctx.db, own.id)).map((row) => ({
      ...shown(row),
      profileId: row.id,
      state: row.named_at && row.names_at ? 'together' : row.named_at ? 'asked' : 'asks',
      since: latestOf(row).toISOString(),
    })),
  }
}

export const listShownColleagues = async (db: Db, providerId: string): Promise<ColleagueShown[]> =>
  (await listColleaguesOf(db, providerId)).filter(({ named_at, names_at }) => named_at && names_at).map(shown)

const latestOf = ({ named_at, names_at }: ColleagueRow): Date =>
  new Date(Math.max(named_at?.getTime() ?? 0, names_at?.getTime() ?? 0))

const shown = ({ slug, name, area, media_id, media_alt, media_file }: ColleagueRow): ColleagueShown => ({
  slug,
  name,
  area,
  picture:
    media_id === null
      ? createPlaceholder(name)
      : presentPicture({ id: media_id, alt: media_alt ?? '', file: media_file }, 'square'),
})

/** Adds a colleague. If that artist had added the caller, both are colleagues; otherwise she is notified once. */
export async function addColleague(
  ctx: Context,
  { artist }: InputOf<typeof providerColleagues.add>,
): Promise<OutputOf<typeof providerColleagues.add>> {
  const sender = await getSender(ctx)
  await changeColleague(ctx, slugIn(artist), async (tx, own, other) => {
    if (!isLive(own)) throw new Refusal('not_live')
    if (!other || !isLive(other)) throw createFieldRefusal('unknown_artist', 'artist')
    if (other.id === own.id) throw createFieldRefusal('own_profile', 'artist')
    if (await findNaming(tx.db, own.id, other.id)) return null
    const asks = await findNaming(tx.db, other.id, own.id)
    if (!(await insertColleague(tx.db, own.id, other.id, tx.now)))
      throw createFieldRefusal('too_many_colleagues', 'artist')
    // Adding an artist reverses an earlier decline.
    if (asks?.declined_at) await setDeclined(tx.db, { by: own.id, of: other.id, at: null })
    const account = other.account_id ? await findAccount(tx.db, other.account_id) : undefined
    if (account)
      await notify(tx, sender, {
        kind: asks ? 'colleague.together' : 'colleague.asks',
        to: { email: account.email, name: account.name, accountId: account.id, country: other.country_code },
        values: { name: own.name },
        path: '/dashboard/profile#colleagues',
        // The fact prevents a second mail when a request is withdrawn and repeated.
        fact: `colleague ${asks ? 'together' : 'asks'} ${own.id} ${other.id}`,
      })
    return { named: true }
  })
  return listColleagues(ctx)
}

function slugIn(text: string): string {
  const found = text.match(/@\/([^/?#\s]+)/)
  return (found?.[1] ?? text.replace(/^@/, '')).trim().toLowerCase()
}

/** Removes a colleague, withdraws a request or declines one. The other artist is not notified. */
export async function removeColleague(
  ctx: Context,
  { profileId }: InputOf<typeof providerColleagues.remove>,
): Promise<OutputOf<typeof providerColleagues.remove>> {
  await changeColleague(ctx, profileId, async (tx, own) => {
    const mine = await findNaming(tx.db, own.id, profileId)
    const theirs = await findNaming(tx.db, profileId, own.id)
    if (!mine && (!theirs || theirs.declined_at)) throw new Refusal('not_found')
    if (mine) await deleteColleague(tx.db, own.id, profileId)
    if (theirs && !theirs.declined_at) await setDeclined(tx.db, { by: own.id, of: profileId, at: tx.now })
    return { named: false }
  })
  return listColleagues(ctx)
}

const isLive = ({ state }: ProviderRow): boolean => state === 'approved' || state === 'paused'

const changeColleague = (
  ctx: Context,
  profileId: string,
  work: (tx: Context, own: ProviderRow, other: ProviderRow | undefined) => Promise<{ named: boolean } | null>,
): Promise<void> => {
  const accountId = getCallerId(ctx)
  return ctx.transaction(async (tx) => {
    const { own, other } = await lockPair(tx.db, accountId, profileId)
    if (!own) throw new Refusal('not_found')
    if (own.state === 'suspended') throw new Refusal('suspended')
    const after = await work(tx, own, other)
    if (!after) return
    await recordAudit(tx, {
      act: 'provider.colleague',
      subject: { kind: 'provider', id: own.id, name: own.name },
      before: { named: !after.named },
      after: { ...after, artist: other?.slug },
    })
  })
}
