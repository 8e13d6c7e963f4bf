import type { Viewer } from './context.ts'

/** How long after somebody has shown that it is them the acts that ask for it stay open. */
const STEP_UP_MS = 5 * 60_000

/** Whether the caller has shown within the last five minutes that it is them. */
export const provenLately = ({ provenAt }: Viewer, now: Date): boolean =>
  provenAt !== null && now.getTime() - provenAt.getTime() <= STEP_UP_MS
