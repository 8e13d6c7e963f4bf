const waiting: (() => void)[] = []

/** Yields to the event loop. Of all waiting tasks, one continues per round, so that long tasks do not block others. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((go) => {
    if (waiting.push(go) === 1) setImmediate(round)
  })

function round(): void {
  waiting[0]?.()
  waiting.shift()
  if (waiting.length) setImmediate(round)
}
