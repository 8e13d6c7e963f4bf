import { termsVersions } from '#contract/constants.ts'
import { settingKept } from '#server/platform/settings.ts'
import type { Context } from '#server/platform/context.ts'

/** The texts whose versions people accept or may look up. */
const termsOf = {
  '/content/legals-customers': 'customer',
  '/content/legals-providers': 'provider',
  '/content/privacy-policy': null,
} as const satisfies Record<string, keyof typeof termsVersions | null>
export type TermsPath = keyof typeof termsOf

export const hasVersions = (path: string): path is TermsPath => path in termsOf

/** A text's version as people read it: the made one is the first, each publication the next. */
export const versionName = (path: TermsPath, number: number): string => {
  const kind = termsOf[path]
  return String(Number(kind ? termsVersions[kind] : 1) + number)
}

/** From now on people accept this version. In the transaction that publishes it. */
export async function saveTermsVersion(ctx: Context, path: string, number: number): Promise<void> {
  const kind = hasVersions(path) ? termsOf[path] : null
  if (kind && hasVersions(path)) await settingKept(ctx.db, 'terms', { [kind]: versionName(path, number) }, ctx.now)
}
