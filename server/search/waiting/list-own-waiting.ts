import type { OutputOf } from '#contract/endpoint.ts'
import type { waiting } from '#contract/search/waiting.ts'
import type { CountryCode, Mode } from '#contract/values.ts'
import type { Context } from '#server/platform/context.ts'
import { ownAddress } from './own-address.ts'
import { beforeOn, listsOfAddress } from './waiting-queries.ts'

/** Lists of artists' days that the caller's address is on. */
export async function listOwnWaiting(ctx: Context): Promise<OutputOf<typeof waiting.own>> {
  const email = await ownAddress(ctx)
  if (email === null) return { lists: [] }
  const rows = await listsOfAddress(ctx.db, email, ctx.now.toISOString().slice(0, 10), ctx.now)
  return {
    lists: await Promise.all(
      rows.map(
        async ({
          id,
          mode,
          search_id,
          provider_id,
          name,
          slug,
          event_date,
          tz,
          country_code,
          state,
          until,
          let_in,
        }) => ({
          id: Number(id),
          name,
          slug,
          searchId: search_id,
          mode: mode as Mode,
          eventDate: event_date,
          timeZone: tz,
          countryCode: country_code as CountryCode,
          state,
          until: until?.toISOString() ?? null,
          before: state === 'waiting' ? await beforeOn(ctx.db, provider_id, event_date, Number(id)) : 0,
          letIn: state === 'waiting' && let_in,
        }),
      ),
    ),
  }
}
