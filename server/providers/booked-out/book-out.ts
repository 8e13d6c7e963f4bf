import type { bookedOut } from '#contract/providers/booked-out.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Context } from '#server/platform/context.ts'
import { spanOf } from './booked-out.ts'
import { takeOut } from './block-in.ts'

type Blocked = OutputOf<typeof bookedOut.add>

/** Books out a day or part of it; a part that is already booked is refused, a whole day leaves its jobs as they are. */
export const bookOut = (
  ctx: Context,
  { eventDate, startTime, finishTime }: InputOf<typeof bookedOut.add>,
): Promise<Blocked> => takeOut(ctx, eventDate, spanOf(startTime, finishTime))
