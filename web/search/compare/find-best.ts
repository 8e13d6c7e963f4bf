/** Returns the index of a row's best value; null for ties or fewer than two known values. */
export function findBest(values: readonly (number | null)[], wins: 'most' | 'least'): number | null {
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const best = wins === 'most' ? Math.max(...known) : Math.min(...known)
  return known.filter((value) => value === best).length === 1 ? values.indexOf(best) : null
}
