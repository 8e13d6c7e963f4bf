import type { bookedOut } from '#contract/providers/booked-out.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { spanOf } from './booked-out.ts'
import { takeOut } from './block-in.ts'

type Blocked = OutputOf<typeof bookedOut.add>

/** Blocks the whole day of an event date, to 5 AM the next morning. */
export const blockDay = (ctx: Context, { eventDate }: InputOf<typeof bookedOut.blockDay>): Promise<Blocked> =>
  takeOut(ctx, eventDate, spanOf(null, null))
