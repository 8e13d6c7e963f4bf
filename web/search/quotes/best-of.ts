/** The places of the best values of a row; none where all are the same or fewer than two are known. */
export function bestOf(values: readonly (number | null)[], wins: 'most' | 'least'): number[] {
  const known = values.filter((value) => value !== null)
  if (known.length < 2 || new Set(known).size < 2) return []
  const best = wins === 'most' ? Math.max(...known) : Math.min(...known)
  return values.flatMap((value, index) => (value === best ? [index] : []))
}
