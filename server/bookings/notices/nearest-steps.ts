const DAY_MS = 86_400_000

/** Steps of reminding by days before an appointment, the furthest first, each with the span of starts that it is the nearest to: what comes into being late is told once and not by every step that has passed. */
export const nearestSteps = <S extends { days: number }>(
  steps: readonly S[],
  now: Date,
): { step: S; from: Date; to: Date }[] =>
  steps.map((step, i) => ({
    step,
    from: new Date(now.getTime() + (steps[i + 1]?.days ?? 0) * DAY_MS),
    to: new Date(now.getTime() + step.days * DAY_MS),
  }))
