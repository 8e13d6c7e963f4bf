import type { AppointmentParts } from './events.ts'
import { clientNoteOf } from './client-queries.ts'

/** Presents the provider's own note about the customer of an appointment, to the provider only. */
export const presentNote: AppointmentParts['calendar'] = async (ctx, { row, side }) => ({
  note: side === 'provider' && row.account_id ? await clientNoteOf(ctx.db, row.provider_id, row.account_id) : null,
})
