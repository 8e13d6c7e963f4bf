import type { serverApi } from '#web/platform/api/server-api.ts'

/** Both halves of a group that was split, the cheapest first; null where it was not. */
export async function halvesOf(api: ReturnType<typeof serverApi>, quoteId: string, other: string | null) {
  if (!other || other === quoteId || !/^[\w-]{10,24}$/.test(other)) return null
  const read = (id: string) => api.quotes.read({ quoteId: id, sortBy: 'price' })
  const [one, two] = await Promise.all([read(quoteId), read(other).catch(() => null)])
  return two && ([one, two] as const)
}
