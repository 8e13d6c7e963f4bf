/** Whether every text of a value can be kept: no column takes the sign of number zero, nor half a character. */
export function holdsText(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  return typeof value !== 'object' || value === null || Object.values(value).every(holdsText)
}
