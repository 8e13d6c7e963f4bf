import type { Context } from '#server/platform/context.ts'

/** The same in the name of an artist who has asked for it, by what their own forms allow. */
export function asArtist(ctx: Context, accountId: string): Context {
  const within = <T>(work: (tx: Context) => Promise<T>) => ctx.transaction((tx) => work(asArtist(tx, accountId)))
  return { ...ctx, viewer: { ...ctx.viewer, accountId }, transaction: within }
}
