import { z } from 'zod'
import type { Env } from '#server/platform/env.ts'

const Answer = z.union([z.array(z.unknown()), z.object({ data: z.array(z.unknown()) }).transform(({ data }) => data)])
const Photo = z.union([
  z.string().transform((src) => ({ src, alt: '' })),
  z.object({ src: z.string(), alt: z.string().default('') }),
])

const WAIT_MS = 4_000

/** Returns an empty list on failure, null without a service. Accepts only the service's own URLs. */
export async function fetchSocialPhotos(
  env: Pick<Env, 'SOCIAL_PHOTOS_URL'>,
  path: string,
  count: number,
): Promise<{ src: string; alt: string }[] | null> {
  if (!env.SOCIAL_PHOTOS_URL) return null
  const service = new URL(env.SOCIAL_PHOTOS_URL)
  service.search = new URLSearchParams({
    ...Object.fromEntries(service.searchParams),
    path,
    count: String(count),
  }).toString()
  try {
    const response = await fetch(service, {
      signal: AbortSignal.timeout(WAIT_MS),
      headers: { accept: 'application/json' },
      redirect: 'error',
    })
    const answer = Answer.safeParse(await response.json())
    const photos = (answer.success && response.ok ? answer.data : []).flatMap(
      (photo) => Photo.safeParse(photo).data ?? [],
    )
    return photos.filter(({ src }) => URL.canParse(src) && new URL(src).origin === service.origin).slice(0, count)
  } catch {
    return []
  }
}
