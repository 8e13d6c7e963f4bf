import { createOptionalPart } from '#web/platform/optional.tsx'
import { ChunkFailed } from '#web/shell/pages/error-page.tsx'

/** Landing page for an address without content, lazy-loaded. */
export const LandingInstead = createOptionalPart(
  () => import('./home/unknown-landing.tsx').then((m) => m.UnknownLanding),
  ChunkFailed,
)
