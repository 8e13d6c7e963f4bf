import { limits } from '#contract/constants.ts'
import { searchText } from '#db/gazetteer/search-text.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal, createFieldRefusal } from '#server/platform/refusal.ts'
import { findNearestPlace } from './distance.ts'
import { getArea, type AreaRow, insertArea, lockArea, setClosed } from './areas.queries.ts'

type NewArea = {
  countryCode: string
  name: string
  also: readonly string[]
  lat: number
  lng: number
  km: number
  reason: string
}

/** Opens an area for search with its page, after commit. Runs in the operator's transaction. */
export async function addArea(
  ctx: Context,
  { countryCode, name, also, lat, lng, km, reason }: NewArea,
): Promise<AreaRow> {
  const near = await findNearestPlace(ctx.db, lat, lng)
  if (!near || near.metres > limits.remoteMetres) throw createFieldRefusal('place_too_remote', 'lat')
  if (near.place.country_code !== countryCode) throw createFieldRefusal('country_mismatch', 'countryCode')
  const search = searchText(name)
  const id = await insertArea(ctx.db, {
    country_code: countryCode,
    name,
    search,
    lat,
    lng,
    metres: km * 1000,
    made_at: ctx.now,
    also: [...new Set(also.map(searchText))].filter((other) => other && other !== search),
  })
  if (id === null) throw createFieldRefusal('name_taken', 'name')
  const subject = { kind: 'area', id: String(id), name }
  await recordAudit(ctx, { act: 'area.add', subject, after: { countryCode, also, lat, lng, km }, reason })
  return getArea(ctx.db, id)
}

/** Existing searches and bookings stay. Runs in the operator's transaction. */
export async function closeArea(ctx: Context, id: number, reason: string): Promise<AreaRow> {
  const area = await lockArea(ctx.db, id)
  if (!area) throw new Refusal('not_found')
  if (area.closed_at) throw new Refusal('state_changed')
  await setClosed(ctx.db, id, ctx.now)
  await recordAudit(ctx, { act: 'area.close', subject: { kind: 'area', id: String(id), name: area.name }, reason })
  return getArea(ctx.db, id)
}
