import type { OutputOf } from '#contract/endpoint.ts'
import type { ColleagueShown, ownColleagues } from '#contract/providers/colleagues.ts'
import type { Db } from '#db/database.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { callerOf } from '#server/providers/own-profile/own-profile.ts'
import { noPicture, pictureOf } from '#server/providers/picture.ts'
import { providerOfAccount } from '#server/providers/queries.ts'
import { type ColleagueRow, colleaguesOf } from './colleague-queries.ts'

/** With whom the caller works, whom they have named, and who has named them. */
export async function listColleagues(ctx: Context): Promise<OutputOf<typeof ownColleagues.list>> {
  const own = await providerOfAccount(ctx.db, callerOf(ctx))
  if (!own) throw new Refusal('not_found')
  return {
    colleagues: (await colleaguesOf(ctx.db, own.id)).map((row) => ({
      ...shown(row),
      profileId: row.id,
      state: row.named_at && row.names_at ? 'together' : row.named_at ? 'asked' : 'asks',
      since: latestOf(row).toISOString(),
    })),
  }
}

/** Who works with an artist by the word of both, as anybody sees it, in that artist's order. */
export const colleaguesShown = async (db: Db, providerId: string): Promise<ColleagueShown[]> =>
  (await colleaguesOf(db, providerId)).filter(({ named_at, names_at }) => named_at && names_at).map(shown)

const latestOf = ({ named_at, names_at }: ColleagueRow): Date =>
  new Date(Math.max(named_at?.getTime() ?? 0, names_at?.getTime() ?? 0))

const shown = ({ slug, name, area, media_id, media_alt, media_file }: ColleagueRow): ColleagueShown => ({
  slug,
  name,
  area,
  picture:
    media_id === null ? noPicture : pictureOf({ id: media_id, alt: media_alt ?? '', file: media_file }, 'square'),
})
