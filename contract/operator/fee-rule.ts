export const feeStates = ['now', 'coming', 'over'] as const

type Field = 'countryCode' | 'categoryId' | 'artist' | 'firstOn' | 'lastOn' | 'floor' | 'cap'

/** Returns the errors of a rule by field. Mirrors the database constraints. */
export function validateFeeRule(
  rule: {
    [name in Field]?: unknown
  },
): { path: Field; message: string }[] {
  const { countryCode, categoryId, artist, firstOn, lastOn, floor, cap } = rule
  const bounded = floor != null || cap != null
  const oneMarket = (countryCode == null) !== (artist == null)
  return [
    ...(countryCode == null && categoryId == null && artist == null
      ? [{ path: 'countryCode' as const, message: 'Choose a market, a category or an artist.' }]
      : []),
    ...(countryCode != null && artist != null
      ? [{ path: 'artist' as const, message: 'An artist belongs to one market. Leave the market empty.' }]
      : []),
    ...(typeof firstOn === 'string' && typeof lastOn === 'string' && lastOn < firstOn
      ? [{ path: 'lastOn' as const, message: 'The end must come after the start.' }]
      : []),
    ...(bounded && !oneMarket
      ? [{ path: 'floor' as const, message: 'An amount needs one currency: choose a market or an artist.' }]
      : []),
    ...(typeof floor === 'number' && typeof cap === 'number' && cap < floor + 1
      ? [{ path: 'cap' as const, message: 'The maximum must exceed the minimum by at least one.' }]
      : []),
  ]
}
