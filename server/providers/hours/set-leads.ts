import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { ownHours } from '#contract/providers/hours.ts'
import type { Context } from '#server/platform/context.ts'
import { refuseField } from '#server/platform/refusal.ts'
import { replaceLeads } from './hours-queries.ts'
import { changeHours, typesOf } from './own-hours.ts'

/** Sets how long before, and how far ahead, the caller takes jobs, and kinds of work for which that differs. */
export const setLeads = (
  ctx: Context,
  { noticeHours, horizonDays, leads }: InputOf<typeof ownHours.leads>,
): Promise<OutputOf<typeof ownHours.leads>> =>
  changeHours(ctx, async (ctx, row, catalog) => {
    const known = new Set(typesOf(catalog).map(({ id }) => id))
    leads.forEach(({ typeId }, i) => {
      if (!known.has(typeId) || leads.findIndex((one) => one.typeId === typeId) < i)
        throw refuseField('unknown_type', `leads.${i}.typeId`)
    })
    await replaceLeads(
      ctx.db,
      row.id,
      { notice_hours: noticeHours, horizon_days: horizonDays },
      leads
        .filter((lead) => lead.noticeHours !== null || lead.horizonDays !== null)
        .map((lead) => ({
          service_type_id: lead.typeId,
          notice_hours: lead.noticeHours,
          horizon_days: lead.horizonDays,
        })),
    )
  })
