import { createOptionalPart } from '#web/platform/optional.tsx'
import { ChunkFailed } from '#web/shell/pages/error-page.tsx'

/** What an address of a known shape shows that leads nowhere: the landing page, which no other page brings along. */
export const LandingInstead = createOptionalPart(
  () => import('./home/unknown-landing.tsx').then((m) => m.UnknownLanding),
  ChunkFailed,
)
