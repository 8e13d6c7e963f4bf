const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** Runs heavy picture work two at a time, so that many uploads at once neither fill the memory nor starve the pages. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  running += 1
  try {
    return await work()
  } finally {
    running -= 1
    waiting.shift()?.()
  }
}
