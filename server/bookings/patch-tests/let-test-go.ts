import { testSpan } from '#contract/bookings/patch-tests/test-span.ts'
import type { AppointmentRow } from '#server/bookings/appointments/appointment-queries.ts'
import type { Sender } from '#server/notifications/door.ts'
import type { Context } from '#server/platform/context.ts'
import { freeBusy } from '#server/providers/diary/door.ts'
import { tellTest } from './tell-test.ts'
import { endTest, type TestRow, testOf } from './test-queries.ts'

/** Lets the patch test of a booking go that is booked: its time is free again. Answers it as it was. Under `lockDiary`. */
export async function letTestGo(ctx: Context, appointmentId: string): Promise<TestRow | undefined> {
  const gone = await endTest(ctx.db, appointmentId, 'cancelled', ctx.now)
  if (gone) await freeBusy(ctx, [gone.id])
  return gone
}

/** After a booking has moved: a patch test that is out of its span by then is let go, and both are told that another is needed. Under `lockDiary`. */
export async function keepTestInSpan(ctx: Context, sender: Sender, moved: AppointmentRow): Promise<void> {
  const test = await testOf(ctx.db, moved.id)
  if (test?.state !== 'booked') return
  const { from, until } = testSpan(moved.starts_at.getTime())
  if (test.starts_at.getTime() >= from && test.ends_at.getTime() <= until) return
  await letTestGo(ctx, moved.id)
  await tellTest(ctx, sender, moved, 'moved', test)
}
