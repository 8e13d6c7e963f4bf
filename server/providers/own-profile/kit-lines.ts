/** A stored kit as lines to read: texts as they are, named things by their label. */
export function kitLines(kit: unknown): string[] {
  if (!Array.isArray(kit)) return []
  return kit.flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    const label = (item as { label?: unknown } | null)?.label
    return typeof label === 'string' ? [label] : []
  })
}
