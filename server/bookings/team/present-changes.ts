import { presentProblem } from '#server/bookings/disputes/present-problem.ts'
import type { AppointmentParts } from '#server/bookings/appointments/events.ts'
import { presentMove } from '#server/bookings/moves/present-move.ts'
import { presentActs } from './present-acts.ts'

/** Presents the proposal and the problem that wait for an answer, and what operators have changed. */
export const presentChanges: AppointmentParts['bookings'] = async (ctx, { row, side, payments, move, dispute }) => ({
  move: move && presentMove(ctx, row, move, payments),
  problem: dispute && presentProblem(row, dispute),
  acts: await presentActs(ctx, row, payments, side),
})
