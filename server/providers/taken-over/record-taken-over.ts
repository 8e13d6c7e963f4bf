import { record } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'

/** Says in the audit log what came of a file that another site has signed. In the transaction of what came. */
export const recordTakenOver = (
  tx: Context,
  { id, name }: { id: string; name: string },
  { site, ...came }: { site: string } & Record<string, unknown>,
): Promise<void> =>
  record(tx, {
    act: 'provider.import',
    subject: { kind: 'provider', id, name },
    after: { site, ...came },
    reason: `taken over from ${site} by the command line`,
  })
