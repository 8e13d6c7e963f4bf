import type { Plan } from '#contract/search/quotes.ts'

/** A plan as it runs when the artist is late: everything that has not begun by then moves on by so many minutes. `iso` writes an instant as it reads there. */
export function shiftPlan(
  plan: Plan,
  { lateMinutes, from }: { lateMinutes: number; from: number | null },
  iso: (ms: number) => string,
): Plan {
  if (lateMinutes === 0) return plan
  const late = lateMinutes * 60_000
  const moved = (instant: string) =>
    from === null || Date.parse(instant) >= from ? iso(Date.parse(instant) + late) : instant
  const blocks = plan.blocks.map((block) =>
    from === null || Date.parse(block.from) >= from
      ? { ...block, from: moved(block.from), to: iso(Date.parse(block.to) + late) }
      : block,
  )
  const doneAt = blocks.reduce((latest, { to }) => Math.max(latest, Date.parse(to)), 0)
  return {
    ...plan,
    arriveAt: from === null ? moved(plan.arriveAt) : plan.arriveAt,
    startAt: from === null ? moved(plan.startAt) : plan.startAt,
    doneAt: iso(doneAt),
    blocks,
    spareMinutes: Math.max(0, plan.spareMinutes - lateMinutes),
  }
}
