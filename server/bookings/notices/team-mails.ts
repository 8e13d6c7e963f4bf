import { mailFor, type Notice, type Sender } from '#server/notifications/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import { noticeOf, type Side } from './tell.ts'
import { partiesOf } from './tell-queries.ts'

type TeamMail = { to: Side; name: string; address: string; subject: string; text: string }

const sides = (to: Side | 'both'): readonly Side[] => (to === 'both' ? ['customer', 'provider'] : [to])

/** The mails by which the team would write to one of the two, or both; whoever has no address any more gets none. */
export async function teamMails(
  ctx: Context,
  sender: Sender,
  row: AppointmentRow,
  { to, text }: { to: Side | 'both'; text: string },
): Promise<{ mails: TeamMail[]; notices: Notice[] }> {
  const parties = await partiesOf(ctx.db, row)
  const found = sides(to).flatMap((side) => {
    const fact = `booking.team ${row.id} ${side} ${ctx.requestId}`
    const notice =
      parties &&
      noticeOf(ctx, row, parties, side, 'booking.team', { values: { text, number: String(row.number) }, fact })
    return notice ? [{ side, notice }] : []
  })
  return {
    notices: found.map(({ notice }) => notice),
    mails: await Promise.all(
      found.map(async ({ side, notice }) => ({
        to: side,
        name: notice.to.name ?? '',
        ...(await mailFor(ctx, sender, notice)),
      })),
    ),
  }
}
