const AT_ONCE = 2
let running = 0
const waiting: (() => void)[] = []

/** Runs heavy picture work two at a time, so that many uploads at once neither fill the memory nor starve the pages. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  // Whoever ends hands the place over, so that nobody who comes meanwhile slips in between.
  if (running >= AT_ONCE) await new Promise<void>((go) => waiting.push(go))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
