import { getTextVersion, type VersionedText } from '#contract/terms.ts'
import { settingKept } from '#server/platform/settings.ts'
import type { Context } from '#server/platform/context.ts'

/** Pages whose versions people accept or can look up. */
const termsOf = {
  '/content/legals-customers': 'customer',
  '/content/legals-providers': 'provider',
  '/content/privacy-policy': 'privacy',
} as const satisfies Record<string, VersionedText>
export type TermsPath = keyof typeof termsOf

export const hasVersions = (path: string): path is TermsPath => path in termsOf

/** Returns the name of a version of a page: the built-in text comes first, then each publication. */
export const versionName = (path: TermsPath, number: number): string =>
  String(Number(getTextVersion(termsOf[path])) + number)

/** Saves the version that people accept from now on, in the transaction that publishes it. Does nothing for other pages. */
export async function saveTermsVersion(ctx: Context, path: string, number: number): Promise<void> {
  const kind = hasVersions(path) ? termsOf[path] : null
  if (kind && kind !== 'privacy' && hasVersions(path))
    await settingKept(ctx.db, 'terms', { [kind]: versionName(path, number) }, ctx.now)
}
