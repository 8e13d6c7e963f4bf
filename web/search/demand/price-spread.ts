const bars = 20

/** Returns how many prices are in each of 20 equal steps from the lowest to the highest price. */
export function countByPrice(prices: readonly number[], least: number, most: number): number[] {
  const counts = Array.from({ length: bars }, () => 0)
  for (const price of prices) {
    if (price < least || price > most) continue
    const place = Math.min(bars - 1, Math.floor(((price - least) / (most - least || 1)) * bars))
    counts[place] = (counts[place] ?? 0) + 1
  }
  return counts
}
