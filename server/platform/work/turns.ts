const waiting: (() => void)[] = []

/** Goes on when the loop has taken in what came meanwhile; of all who wait so, one in each round, so that long work in many places holds nobody else up for longer than one piece of it takes. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((go) => {
    if (waiting.push(go) === 1) setImmediate(round)
  })

function round(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length) setImmediate(round)
}
